extension CatalogSchema {
    /// `credit` has what remains of a photo that is otherwise forgotten, so that a copy of it can be credited.
    /// `formerFile` has the digests of its files that are not in `learntFile`: from before the source replaced them, or
    /// from a listing.
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

    /// The bytes that are inserted into a photo when it is read, for as long as the source's file stays the same; no
    /// bytes where nothing is inserted. `choice` is the rule of the decision: the setting of the user, and since rule 2
    /// its number. `length` is the unpacked size in bytes.
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

    /// How many of the source's bytes at `offset` the inserted ones stand for.
    static let replacedBytes = """
        ALTER TABLE embeddedCredit ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;
        """
}
