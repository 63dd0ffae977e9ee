internal import PhotoTree

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

    /// Whether the source has replaced a file is a column now. Before, `confirmed` held a time that is none; for these
    /// the time begins anew.
    static let replacedFiles = """
        ALTER TABLE learntFile ADD COLUMN outdated INTEGER NOT NULL DEFAULT 0;
        \(outdatedMarks)
        """

    /// Before there was a column for it, a time that is none told that a file was replaced.
    static let outdatedMarks = """
        UPDATE learntFile SET outdated = 1, confirmed = CAST(strftime('%s', 'now') AS INTEGER)
            WHERE confirmed = \(Timestamp.outdated.rawValue);
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
    /// `sizeRule` has the rules by which the lengths of photos of one width were estimated: each holds for the photos
    /// with numbers from `first` on.
    static let sizeRules = """
        CREATE TABLE sizeRule (
            width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 1000000),
            first INTEGER NOT NULL,
            perPixel REAL NOT NULL CHECK (perPixel > 0),
            PRIMARY KEY (width, first)
        ) STRICT, WITHOUT ROWID;
        """
}

extension CatalogSchema {
    /// An album is its directory. Its photos are the entries of its listing, under the names that they were given.
    static let albums = """
        CREATE TABLE album (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            position INTEGER NOT NULL UNIQUE,
            name TEXT NOT NULL
        ) STRICT;
        """
}

extension CatalogSchema {
    /// A pin of an area has its middle as its point, and is another pin than that point: `area` is its identifier,
    /// empty for a point. SQLite changes no UNIQUE, so the table is made anew.
    static let pinsOfAreas = """
        CREATE TABLE newPin (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            position INTEGER NOT NULL UNIQUE,
            name TEXT NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            subtitle TEXT NOT NULL,
            page INTEGER NOT NULL,
            isAwaiting INTEGER NOT NULL,
            pointLatitude INTEGER NOT NULL,
            pointLongitude INTEGER NOT NULL,
            area TEXT NOT NULL DEFAULT '',
            UNIQUE (pointLatitude, pointLongitude, area)
        ) STRICT;
        INSERT INTO newPin (directory, position, name, latitude, longitude, subtitle, page, isAwaiting, pointLatitude,
                pointLongitude)
            SELECT directory, position, name, latitude, longitude, subtitle, page, isAwaiting, pointLatitude,
                pointLongitude FROM pin;
        DROP TABLE pin;
        ALTER TABLE newPin RENAME TO pin;
        """
}

extension CatalogSchema {
    /// The folders whose photos are kept offline, by their keys. Of a place among them `place` has a row in the list
    /// `kept`.
    static let kept = """
        CREATE TABLE kept (
            folder TEXT NOT NULL PRIMARY KEY,
            position INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}

extension CatalogSchema {
    /// When the source told what was sent last, and who sent photos from which place. Lists of more than seven days are
    /// removed. Of places that count `place` has rows in the list `sent`.
    static let sent = """
        CREATE TABLE sentList (moment INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE sentPhoto (
            moment INTEGER NOT NULL REFERENCES sentList (moment) ON DELETE CASCADE,
            place TEXT NOT NULL,
            person TEXT NOT NULL,
            PRIMARY KEY (moment, place, person)
        ) STRICT, WITHOUT ROWID;
        """
}

extension CatalogSchema {
    /// A search is its directory. No two have the same identity, which is one for all spellings of a query.
    static let searches = """
        CREATE TABLE search (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            position INTEGER NOT NULL UNIQUE,
            name TEXT NOT NULL,
            identity TEXT NOT NULL UNIQUE,
            page INTEGER NOT NULL,
            isAwaiting INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE searchRemoval (
            search INTEGER NOT NULL REFERENCES search (directory) ON DELETE CASCADE,
            photo INTEGER NOT NULL REFERENCES photo (number),
            PRIMARY KEY (search, photo)
        ) STRICT, WITHOUT ROWID;
        """

    /// The words of photos. `photoText` keeps no text of its own and cannot forget a row, so each state of a photo's
    /// words is a document with a new number; `textDocument` says which is a photo's present one, and `digest` of what.
    /// `textDue` are the photos whose words are to be read again.
    static let texts = """
        CREATE VIRTUAL TABLE photoText USING fts5(
            words, content='', columnsize=0, detail=none, tokenize="unicode61 remove_diacritics 2");
        CREATE TABLE textDocument (
            document INTEGER PRIMARY KEY,
            photo INTEGER NOT NULL UNIQUE,
            digest INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE textDue (photo INTEGER PRIMARY KEY) STRICT;
        INSERT INTO textDue (photo) SELECT number FROM photo WHERE title IS NOT NULL;
        CREATE TRIGGER textOfNew AFTER INSERT ON photo WHEN new.title IS NOT NULL BEGIN
            INSERT OR IGNORE INTO textDue (photo) VALUES (new.number);
        END;
        CREATE TRIGGER textOfChanged AFTER UPDATE OF title, revision, unlisted ON photo BEGIN
            INSERT OR IGNORE INTO textDue (photo) VALUES (new.number);
        END;
        """

    /// The numbers of documents rise with the time of upload, so that the newest photos with a word are found without a
    /// look at the others. A document that is no photo's any more keeps its row, because its number must not be used
    /// again. What searches bound beside words stands here, too, because rows of photos are long: positions in
    /// hundredths of a degree.
    static let textsByTime = """
        DROP TABLE photoText;
        DROP TABLE textDocument;
        CREATE VIRTUAL TABLE photoText USING fts5(
            words, content='', columnsize=0, detail=none, tokenize="unicode61 remove_diacritics 2");
        CREATE TABLE textDocument (
            document INTEGER PRIMARY KEY,
            photo INTEGER UNIQUE,
            digest INTEGER NOT NULL,
            taken INTEGER,
            latitude INTEGER,
            longitude INTEGER
        ) STRICT;
        INSERT OR IGNORE INTO textDue (photo) SELECT number FROM photo WHERE title IS NOT NULL;
        """
}
