//! The digests of the tables of evocube but `axis` and `axis-qtm`, as their files record them. The bytes of a table follow from its
//! definition, so a file of another digest is not the table, even if written with care.

/// Name and digest of each table. A new table is added here, and a changed one changed: a test compares those that are built quickly.
const DIGESTS: &[(&str, &str)] = &[
    ("macros", "43885ae9ccf2605c11ea674210ed5412a2fdf2306ba14f17eb80ccc8516de472"),
    ("thistlethwaite", "756c934f4c0d316730b9b9d904e84070e81ebe14e7e8bbcbcea7f645ca5da32b"),
    ("kociemba-small", "8fab45bd153674e4dbeefff9a2a415fc048b42953be4366c61f12b795322cdce"),
    ("kociemba-coordinates", "94037d71e8c15faa1d2a245905c50894528664660d38a306362e814d5c52da78"),
    ("kociemba-guide", "fb1528a57c9cc4f4fb73120d920167f54f9384226d24ff6d23b84ef34a581c2f"),
    ("to-domino", "59dd31b70540e1dfaf7d9e952a873cf75afdaf98f09ed87d9c7e9946ec387b1a"),
    ("in-domino", "a7f0f10397b044071fcfdc86e1a6bbc4cb6dd2bfc7c364b598c490b832b72c37"),
    ("corners", "fa9cddda15297015d72df905f59d9cfc4bf2a912d770c31c64ca4d5c45e6140e"),
    ("first-six-edges", "911e677d5b5ab0406cc6d7a4060ff484266d2f47dbcfb62e17868a2b7e5bd3fe"),
    ("last-six-edges", "1a2ce5603a04b2bd76585090e6e5b0f614e58cf67bdcf11404d768664b4c6572"),
    ("kociemba-small-qtm", "144a5d98a9a14f4d467a866ae6fc803b80da5f7d1d6ee30a8d1b0d7f0f2ea894"),
    ("kociemba-coordinates-qtm", "58a80e5e6c519c54ee65c564cf96f20634023faddf0676a827c5712e46889e28"),
    ("kociemba-guide-qtm", "eddeb4db039ff826d424d70e21221c75ac3cf238bc59c85b1cd8fa3e5354d32b"),
    ("to-domino-qtm", "bc0f2dacb383ffdfcd6b5c800f936a5f287c36d45a1c861cd25364ee2bdcb91b"),
    ("in-domino-qtm", "671125a837aa9f6f0c7b66cc8dc8c4010e9fa222e4164b09262b41b5b430ef6b"),
    ("corners-qtm", "3d04b03dbcb777642a969b2f74422a32fbdfcbe30797ee121657dfba7d7fc0fc"),
    ("first-six-edges-qtm", "51c340d3f863e29bee0d8d521fee9f53bdcad13c25f583e2c36168b132a94100"),
    ("last-six-edges-qtm", "f2c82e566d354446b3f89400f713e481deb416ed0994fe48adc8e56391d0d025"),
];

/// Returns the digest of a table; `None` for those that are not listed, as those of other programs.
pub(super) fn expected_digest(name: &str) -> Option<&'static str> {
    DIGESTS.iter().find(|(table, _)| *table == name).map(|(_, digest)| *digest)
}
