extension CatalogSchema {
    /// What stays of a photo that is otherwise forgotten, so that a copy of it can be credited; and the digests that its
    /// files had besides those in `learntFile`: of before the source replaced them, or told by a listing.
    static let credits = """
        CREATE TABLE credit (
            photo INTEGER PRIMARY KEY REFERENCES photo (number),
            title TEXT NOT NULL,
            owner TEXT NOT NULL,
            ownerName TEXT NOT NULL,
            licenseID TEXT,
            licenseName TEXT,
            licenseURL TEXT,
            pageURL TEXT NOT NULL
        ) STRICT;
        CREATE TABLE formerFile (
            digest TEXT NOT NULL,
            photo INTEGER NOT NULL REFERENCES photo (number),
            length INTEGER NOT NULL,
            PRIMARY KEY (digest, photo)
        ) STRICT, WITHOUT ROWID;
        """

    /// What is put into a photo as it is read, byte for byte, for as long as the source's file stays; no bytes where it was
    /// decided that nothing is. `choice` is what the user wanted embedded when that was decided, `length` how many bytes
    /// they are unpacked.
    static let embeddedCredit = """
        CREATE TABLE embeddedCredit (
            photo INTEGER NOT NULL REFERENCES photo (number),
            rendition TEXT NOT NULL,
            choice TEXT NOT NULL,
            offset INTEGER NOT NULL,
            length INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            PRIMARY KEY (photo, rendition)
        ) STRICT;
        """
}
