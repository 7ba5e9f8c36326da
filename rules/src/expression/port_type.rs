//! Types of inputs and outputs.

/// The type of an input or output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PortType {
    /// `uri_file`
    UriFile,
    /// `uri_folder`
    UriFolder,
    /// `mltable`
    Mltable,
    /// `mlflow_model`
    MlflowModel,
    /// `custom_model`
    CustomModel,
    /// `triton_model`
    TritonModel,
    /// `string`
    String,
    /// `number`
    Number,
    /// `integer`
    Integer,
    /// `boolean`
    Boolean,
}

impl PortType {
    const ALL: [(Self, &'static str); 10] = [
        (Self::UriFile, "uri_file"),
        (Self::UriFolder, "uri_folder"),
        (Self::Mltable, "mltable"),
        (Self::MlflowModel, "mlflow_model"),
        (Self::CustomModel, "custom_model"),
        (Self::TritonModel, "triton_model"),
        (Self::String, "string"),
        (Self::Number, "number"),
        (Self::Integer, "integer"),
        (Self::Boolean, "boolean"),
    ];

    /// Returns the type with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(_, known)| *known == name)
            .map(|(kind, _)| kind)
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        Self::ALL
            .into_iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, name)| name)
    }

    /// Returns `true` for a file or folder, `false` for a value.
    pub fn is_data(self) -> bool {
        !matches!(
            self,
            Self::String | Self::Number | Self::Integer | Self::Boolean
        )
    }

    /// Returns `true` if a step that declares `expected` may work with this type, `false` only if it
    /// certainly fails. A step receives a path for a file and for a folder alike, and published
    /// pipelines bind one to the other on purpose.
    pub fn may_work_as(self, expected: Self) -> bool {
        let plain = |kind| matches!(kind, Self::UriFile | Self::UriFolder);
        let table_as_model = self.is_model() && expected == Self::Mltable
            || self == Self::Mltable && expected.is_model();
        plain(self) && plain(expected) || self.fits(expected) && !table_as_model
    }

    /// Returns `true` for a model in a specific format.
    fn is_model(self) -> bool {
        matches!(self, Self::MlflowModel | Self::TritonModel)
    }

    /// Returns `true` if completion offers this type for an input of type `expected`.
    pub fn fits(self, expected: Self) -> bool {
        // The format of a custom model is unknown.
        if self == expected || self == Self::CustomModel || expected == Self::CustomModel {
            return true;
        }
        match (self.is_data(), expected.is_data()) {
            // All other data types are folders.
            (true, true) => (self == Self::UriFile) == (expected == Self::UriFile),
            (false, false) => match expected {
                Self::String => true,
                Self::Number => self == Self::Integer || self == Self::String,
                // Text is parsed when the step runs.
                _ => self == Self::String,
            },
            // Text may be a URI.
            (false, true) => self == Self::String,
            (true, false) => false,
        }
    }
}
