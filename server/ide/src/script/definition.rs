//! Definitions of the words of a command.

use azml_rules::script::argparse::Matching;
use azml_rules::text::{Location, TextRange};

use super::spot::{Spot, SpotPart, spot_at};
use super::{interface_of, tokens};
use crate::Site;
use crate::definition_links::DefinitionLinks;

/// Returns the file of the script at `offset`, or the call that adds the argument there.
pub(crate) fn definition(site: &Site<'_>, offset: u32) -> Option<DefinitionLinks> {
    let spot = spot_at(site, offset)?;
    let location = match spot.part {
        SpotPart::Script => Location {
            path: spot.run.file()?.into(),
            range: TextRange::empty(0),
        },
        SpotPart::Argument(index) => of_flag(site, &spot, index)?,
    };
    Some(DefinitionLinks {
        origin: spot.range,
        locations: vec![location],
    })
}

/// Returns the location of the call that adds the flag at `index`.
fn of_flag(site: &Site<'_>, spot: &Spot<'_>, index: usize) -> Option<Location> {
    let interface = interface_of(site, &spot.run)?;
    let tokens = tokens(spot.run.words());
    let matching = Matching::new(&tokens, &interface);
    let mut given = matching.given.iter();
    let given = given.find(|given| given.flag.is_some_and(|(at, _)| at == index))?;
    let place = &given.argument.place;
    Some(Location {
        path: place.path.clone(),
        range: place.range,
    })
}
