//! Time zones by the names that schedules use: `data/time-zones.csv`.

include!(concat!(env!("OUT_DIR"), "/time_zones.rs"));

/// A Windows time zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeZone {
    /// Its name in Windows and in schedules: "W. Europe Standard Time".
    pub windows: &'static str,
    /// Its name in the IANA database: "Europe/Berlin"; empty if there is none.
    pub iana: &'static str,
}

/// Returns the zone with this Windows name, ignoring case.
pub fn time_zone(windows: &str) -> Option<&'static TimeZone> {
    TIME_ZONES
        .iter()
        .find(|zone| zone.windows.eq_ignore_ascii_case(windows))
}

/// Returns the zone with this IANA name, ignoring case.
pub fn time_zone_of_iana(iana: &str) -> Option<&'static TimeZone> {
    TIME_ZONES
        .iter()
        .find(|zone| !zone.iana.is_empty() && zone.iana.eq_ignore_ascii_case(iana))
}

/// Returns the Windows names of all zones.
pub fn time_zones() -> impl Iterator<Item = &'static str> {
    TIME_ZONES.iter().map(|zone| zone.windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_are_found_by_both_names() {
        assert_eq!(time_zone("utc").map(|zone| zone.windows), Some("UTC"));
        assert_eq!(time_zone("Europe/Berlin"), None);
        assert_eq!(
            time_zone_of_iana("Europe/Berlin").map(|zone| zone.windows),
            Some("W. Europe Standard Time")
        );
        assert_eq!(time_zone_of_iana(""), None);
    }
}
