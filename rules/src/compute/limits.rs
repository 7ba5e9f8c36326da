//! Limits and defaults of the service: `data/limits.yaml`.

include!(concat!(env!("OUT_DIR"), "/limits.rs"));
