extension CatalogSchema {
    /// What all migrations make of an empty database, in one script: a new catalog takes it in a third of their time.
    /// It changes with each migration; a test compares both. What the tables are for is said where each was added.
    static let newest = """
        CREATE TABLE state (
            onlyRow INTEGER PRIMARY KEY CHECK (onlyRow = 1),
            nextNumber INTEGER NOT NULL,
            topPlacesRefreshed INTEGER,
            options TEXT
        ) STRICT;
        CREATE TABLE place (
            list TEXT NOT NULL,
            position INTEGER NOT NULL,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            region TEXT NOT NULL,
            country TEXT NOT NULL,
            latitude REAL,
            longitude REAL,
            sourceKeys TEXT NOT NULL,
            origin TEXT NOT NULL,
            PRIMARY KEY (list, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE country (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
        CREATE TABLE photo (
            number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 4294967295),
            id TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            gone INTEGER,
            unlisted INTEGER,
            title TEXT,
            description TEXT,
            owner TEXT,
            ownerName TEXT,
            licenseID TEXT,
            licenseName TEXT,
            licenseURL TEXT,
            taken INTEGER,
            uploaded INTEGER,
            latitude REAL,
            longitude REAL,
            accuracy INTEGER,
            tags TEXT,
            views INTEGER,
            pageURL TEXT,
            renditions TEXT,
            sourceAttributes TEXT,
            viewed INTEGER
        ) STRICT;
        CREATE INDEX photoUnlisted ON photo (unlisted) WHERE unlisted IS NOT NULL;
        CREATE TABLE learntFile (
            photo INTEGER NOT NULL REFERENCES photo (number),
            rendition TEXT NOT NULL,
            length INTEGER NOT NULL,
            digest TEXT,
            confirmed INTEGER,
            outdated INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (photo, rendition)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX learntFileByDigest ON learntFile (digest) WHERE digest IS NOT NULL;
        CREATE TABLE directory (
            number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 4294967295),
            key TEXT NOT NULL UNIQUE,
            departed INTEGER
        ) STRICT;
        CREATE TABLE listing (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            total INTEGER,
            refreshed INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            asked TEXT
        ) STRICT;
        CREATE TABLE generatedFile (
            directory INTEGER NOT NULL REFERENCES listing (directory) ON DELETE CASCADE,
            name TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number BETWEEN 2 AND 4294967295),
            PRIMARY KEY (directory, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE entry (
            directory INTEGER NOT NULL REFERENCES listing (directory) ON DELETE CASCADE,
            photo INTEGER NOT NULL REFERENCES photo (number),
            name TEXT NOT NULL,
            key TEXT NOT NULL,
            sidecar INTEGER NOT NULL CHECK (sidecar BETWEEN 2 AND 4294967295),
            revision INTEGER NOT NULL,
            position INTEGER,
            departed INTEGER,
            directories INTEGER NOT NULL DEFAULT 1,
            hidden INTEGER NOT NULL DEFAULT 0,
            told INTEGER,
            PRIMARY KEY (directory, photo),
            UNIQUE (directory, key),
            CHECK ((position IS NULL) = (departed IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE removal (
            pin INTEGER NOT NULL REFERENCES pin (directory) ON DELETE CASCADE,
            photo INTEGER NOT NULL REFERENCES photo (number),
            PRIMARY KEY (pin, photo)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE topic (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,
            redirect TEXT
        ) STRICT;
        CREATE TABLE changed (
            directory TEXT NOT NULL PRIMARY KEY,
            moment INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE imageUse (
            minute INTEGER NOT NULL,
            process INTEGER NOT NULL,
            program TEXT NOT NULL,
            images INTEGER NOT NULL,
            PRIMARY KEY (minute, process, program)
        ) STRICT, WITHOUT ROWID;
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
        CREATE TABLE formerTag (
            photo INTEGER NOT NULL REFERENCES photo (number),
            tag TEXT NOT NULL,
            departed INTEGER NOT NULL,
            PRIMARY KEY (photo, tag)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE embeddedCredit (
            photo INTEGER NOT NULL REFERENCES photo (number),
            rendition TEXT NOT NULL,
            choice TEXT NOT NULL,
            offset INTEGER NOT NULL,
            length INTEGER NOT NULL,
            bytes BLOB NOT NULL,
            replaced INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (photo, rendition)
        ) STRICT;
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
        CREATE INDEX entryListed ON entry (photo, hidden, directories) WHERE departed IS NULL;
        CREATE INDEX entryPosition ON entry (directory, position, hidden) WHERE departed IS NULL;
        CREATE TABLE made (
            onlyRow INTEGER PRIMARY KEY CHECK (onlyRow = 1),
            mark TEXT NOT NULL,
            number INTEGER NOT NULL, digest INTEGER
        ) STRICT;
        CREATE TABLE sizeRule (
            width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 1000000),
            first INTEGER NOT NULL,
            perPixel REAL NOT NULL CHECK (perPixel > 0),
            PRIMARY KEY (width, first)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE writtenFile (
            directory TEXT NOT NULL,
            name TEXT NOT NULL,
            content TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number BETWEEN 2 AND 4294967295),
            PRIMARY KEY (directory, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE pin (
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
        CREATE TABLE textDue (photo INTEGER PRIMARY KEY) STRICT;
        CREATE TRIGGER textOfNew AFTER INSERT ON photo WHEN new.title IS NOT NULL BEGIN
            INSERT OR IGNORE INTO textDue (photo) VALUES (new.number);
        END;
        CREATE TRIGGER textOfChanged AFTER UPDATE OF title, revision, unlisted ON photo BEGIN
            INSERT OR IGNORE INTO textDue (photo) VALUES (new.number);
        END;
        CREATE TABLE album (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            position INTEGER NOT NULL UNIQUE,
            name TEXT NOT NULL
        ) STRICT;
        CREATE TABLE kept (
            folder TEXT NOT NULL PRIMARY KEY,
            position INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sentList (moment INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE sentPhoto (
            moment INTEGER NOT NULL REFERENCES sentList (moment) ON DELETE CASCADE,
            place TEXT NOT NULL,
            person TEXT NOT NULL,
            PRIMARY KEY (moment, place, person)
        ) STRICT, WITHOUT ROWID;
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
        INSERT INTO state (onlyRow, nextNumber) VALUES (1, 2);
        INSERT INTO made (onlyRow, mark, number) VALUES (1, lower(hex(randomblob(16))), 0);
        """
}
