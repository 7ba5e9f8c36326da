# Homebrew: goes to Formula/azml-ls.rb of a tap.
class AzmlLs < Formula
  desc "Language server and linter for Azure Machine Learning YAML"
  homepage "https://github.com/azml-ls/azml-ls"
  version "@version@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@url:azml-ls-aarch64-apple-darwin.tar.gz@"
      sha256 "@sha256:azml-ls-aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@url:azml-ls-x86_64-apple-darwin.tar.gz@"
      sha256 "@sha256:azml-ls-x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@url:azml-ls-aarch64-unknown-linux-musl.tar.gz@"
      sha256 "@sha256:azml-ls-aarch64-unknown-linux-musl.tar.gz@"
    end
    on_intel do
      url "@url:azml-ls-x86_64-unknown-linux-musl.tar.gz@"
      sha256 "@sha256:azml-ls-x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "azml-ls"
    man1.install "man/azml-ls.1"
    bash_completion.install "completions/azml-ls.bash" => "azml-ls"
    fish_completion.install "completions/azml-ls.fish"
    zsh_completion.install "completions/_azml-ls"
  end

  test do
    (testpath/"cpu.yml").write "type: amlcompute\nname: cpu\nmin_instances: 2\n"
    assert_match "cluster-min-nodes", shell_output("#{bin}/azml-ls --check --format concise cpu.yml", 1)
  end
end
