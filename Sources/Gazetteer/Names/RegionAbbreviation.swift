import PhotoTree

/// How newspapers shorten states and provinces behind a town: "Cambridge, Mass."
enum RegionAbbreviation {
    /// The region's name; anything else as it is.
    static func spelledOut(_ text: String) -> String {
        guard text.utf8.count <= 8, text.utf8.last == UInt8(ascii: ".") || text.utf8.count > 2 else { return text }
        return names[SearchKey.of(text)] ?? text
    }

    private static let names = [
        "ala": "Alabama", "ariz": "Arizona", "ark": "Arkansas", "calif": "California", "cal": "California",
        "colo": "Colorado", "conn": "Connecticut", "fla": "Florida", "ill": "Illinois", "ind": "Indiana",
        "kan": "Kansas", "kans": "Kansas", "mass": "Massachusetts", "mich": "Michigan", "minn": "Minnesota",
        "miss": "Mississippi", "mont": "Montana", "neb": "Nebraska", "nebr": "Nebraska", "nev": "Nevada",
        "okla": "Oklahoma", "ore": "Oregon", "oreg": "Oregon", "penn": "Pennsylvania", "penna": "Pennsylvania",
        "tenn": "Tennessee", "tex": "Texas", "wash": "Washington", "wva": "West Virginia", "wis": "Wisconsin",
        "wisc": "Wisconsin", "wyo": "Wyoming", "del": "Delaware", "ont": "Ontario", "que": "Quebec",
        "alta": "Alberta", "sask": "Saskatchewan", "man": "Manitoba", "nfld": "Newfoundland and Labrador",
        "vic": "Victoria", "qld": "Queensland", "tas": "Tasmania", "nsw": "New South Wales",
        "yorks": "Yorkshire", "lancs": "Lancashire", "hants": "Hampshire", "wilts": "Wiltshire",
        "glos": "Gloucestershire", "oxon": "Oxfordshire", "cambs": "Cambridgeshire", "herts": "Hertfordshire",
        "lincs": "Lincolnshire", "notts": "Nottinghamshire", "staffs": "Staffordshire", "northants": "Northamptonshire",
        "leics": "Leicestershire", "derbys": "Derbyshire", "bucks": "Buckinghamshire", "beds": "Bedfordshire",
        "berks": "Berkshire", "salop": "Shropshire", "northumb": "Northumberland",
    ]
}
