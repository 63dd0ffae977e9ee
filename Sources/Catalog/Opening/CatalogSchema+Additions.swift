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

extension CatalogSchema {
    /// `link` has the number of the symbolic link to a directory, one for all its other names. `landmark` has the
    /// source's answers about landmarks, by the folded name.
    static let otherNames = """
        CREATE TABLE link (
            target TEXT NOT NULL PRIMARY KEY,
            number INTEGER NOT NULL CHECK (number BETWEEN 2 AND 4294967295)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE landmark (
            key TEXT NOT NULL PRIMARY KEY,
            title TEXT NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180)
        ) STRICT, WITHOUT ROWID;
        """
}

extension CatalogSchema {
    /// `sizeRule` has the rules by which the lengths of photos of one width were estimated: each holds for the photos with
    /// numbers from `first` on.
    static let sizeRules = """
        CREATE TABLE sizeRule (
            width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 1000000),
            first INTEGER NOT NULL,
            perPixel REAL NOT NULL CHECK (perPixel > 0),
            PRIMARY KEY (width, first)
        ) STRICT, WITHOUT ROWID;
        """
}
