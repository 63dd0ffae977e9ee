internal import GRDB
internal import PhotoTree

/// Every migration of the catalog, in order. A released migration is never edited: a change is a new one at the end,
/// and in `newest`.
///
/// `photo` keeps identity (id and number) for ever and forgets the rest. `entry` is the many-to-many relation between
/// directories and photos, with the photo's name in the directory; it is kept for a while after the photo left.
enum CatalogSchema {
    /// "PLFS" in SQLite's header distinguishes our file from another program's.
    static let applicationID: Int32 = 0x504C_4653

    /// The tables that are copied out of a damaged file: all but `state` and `made`, each after the tables its foreign
    /// keys refer to.
    static let tables = [
        "place", "country", "photo", "learntFile", "directory", "listing", "generatedFile", "entry", "pin", "removal",
        "topic", "changed", "imageUse", "credit", "formerFile", "formerTag", "embeddedCredit", "link", "landmark",
        "sizeRule", "writtenFile", "search", "searchRemoval", "album", "kept",
        "sentList", "sentPhoto",
    ]

    static let highestNumber = """
        SELECT MAX(number) FROM (
            SELECT MAX(number) AS number FROM photo
            UNION ALL SELECT MAX(number) FROM directory WHERE number < \(NumberSequence.limit)
            UNION ALL SELECT MAX(number) FROM generatedFile UNION ALL SELECT MAX(sidecar) FROM entry
            UNION ALL SELECT MAX(number) FROM link UNION ALL SELECT MAX(number) FROM writtenFile)
        """

    /// Directories that had numbers of the sequence once get their constant ones, with what they list.
    static func useFixedNumbers(_ db: Database) throws {
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        for key in DirectoryKey.fixed {
            guard let number = key.fixedNumber else { continue }
            for table in ["listing", "generatedFile", "entry"] {
                try db.execute(
                    sql:
                        "UPDATE \(table) SET directory = ?1 WHERE directory = (SELECT number FROM directory WHERE key = ?2)",
                    arguments: [number.stored, key.text])
            }
            try db.execute(
                sql: "UPDATE directory SET number = ?1 WHERE key = ?2", arguments: [number.stored, key.text])
        }
    }

    /// `firstTopics` are the topics that a catalog begins with.
    static func migrator(firstTopics: [String]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, migrate) in migrations(firstTopics) {
            migrator.registerMigration(name, foreignKeyChecks: .immediate, migrate: migrate)
        }
        return migrator
    }

    /// How far a file's record of migrations agrees with ours.
    enum Steps {
        case none, known, newer, damaged
    }

    static func steps(in db: Database) throws -> Steps {
        guard try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_schema") != 0 else { return .none }
        guard try db.tableExists("grdb_migrations") else { return .damaged }
        let rows = try Row.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
        let applied = rows.compactMap { CheckedRow(row: $0).text(0) }
        guard applied.count == rows.count else { return .damaged }
        let ours = migrations([]).map(\.key)
        if Set(applied).isSubset(of: ours) {
            // A process that was killed before our first migration leaves only GRDB's own tables.
            let isBegun =
                try Int.fetchOne(
                    db, sql: "SELECT COUNT(*) FROM sqlite_schema WHERE tbl_name NOT GLOB 'grdb_*'") != 0
            return applied.isEmpty == isBegun || Set(applied) != Set(ours.prefix(applied.count)) ? .damaged : .known
        }
        return Set(ours).isSubset(of: applied) ? .newer : .damaged
    }

    /// Whether the tables are ours, whatever the file's mark says.
    static func isOurs(_ db: Database) throws -> Bool {
        let names = try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        return ["state", "place", "photo", "directory", "listing", "entry"].allSatisfy(names.contains)
    }

    /// Whether no table is missing.
    static func isWhole(_ db: Database) throws -> Bool {
        let names = try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        return (tables + ["state", "made"]).allSatisfy(names.contains)
    }

    /// Does what the migrator would do with an empty database, but in the caller's transaction, so that a process
    /// killed meanwhile leaves nothing behind.
    static func create(firstTopics: [String], in db: Database) throws {
        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        try db.execute(sql: newest)
        try add(firstTopics, db)
        // As DatabaseMigrator records it.
        try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        let applied = migrations([]).map(\.key)
        let values = applied.map { _ in "(?)" }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT INTO grdb_migrations (identifier) VALUES \(values)", arguments: StatementArguments(applied))
    }

    private static func migrations(
        _ firstTopics: [String]
    ) -> KeyValuePairs<String, @Sendable (Database) throws -> Void> {
        [
            "1 places, listings, photos, numbers": { db in
                try db.execute(sql: "PRAGMA application_id = \(applicationID)")
                try db.execute(sql: state)
                try db.execute(sql: places)
                try db.execute(sql: photos)
                try db.execute(sql: listings)
            },
            "2 pins, topics, recents": { db in
                // Fails on a catalog that was damaged before, so that it does not look as if the user had removed the
                // first topic.
                _ = try NumberSequence.upcoming(db)
                try db.execute(sql: pins)
                try db.execute(sql: topics)
                try db.execute(sql: views)
                try add(firstTopics, db)
            },
            "3 confirmations, images of the hour": { db in
                try db.execute(sql: "ALTER TABLE learntFile ADD COLUMN confirmed INTEGER")
                try db.execute(sql: imageUse)
            },
            "4 credits of copies": { db in try db.execute(sql: credits) },
            "5 former tags": { db in try db.execute(sql: formerTags) },
            "6 credit embedded in photos": { db in try db.execute(sql: embeddedCredit) },
            "7 other names": { db in try db.execute(sql: otherNames) },
            "8 cached is no list": { db in try db.execute(sql: cachedIsNoList) },
            "9 places in no list": { db in
                try db.execute(sql: "ALTER TABLE directory ADD COLUMN departed INTEGER")
            },
            "10 what options hide": { db in try db.execute(sql: hidden) },
            "11 what was made": { db in try db.execute(sql: made) },
            "12 constant numbers": { db in try useFixedNumbers(db) },
            "13 replaced bytes in photos": { db in try db.execute(sql: replacedBytes) },
            "14 estimates of lengths": { db in try db.execute(sql: sizeRules) },
            "15 numbers of written files": { db in try db.execute(sql: writtenFiles) },
            "16 pins of areas, redirects of topics": { db in
                try db.execute(sql: pinsOfAreas)
                try db.execute(sql: "ALTER TABLE topic ADD COLUMN redirect TEXT")
            },
            "17 searches": { db in try db.execute(sql: searches) },
            "18 words of photos": { db in try db.execute(sql: texts) },
            "19 albums": { db in try db.execute(sql: albums) },
            "20 kept folders": { db in try db.execute(sql: kept) },
            "21 photos sent last": { db in try db.execute(sql: sent) },
            "22 words of photos by time": { db in try db.execute(sql: textsByTime) },
            "23 the last line that was made": { db in
                try db.execute(sql: "ALTER TABLE made ADD COLUMN digest INTEGER")
            },
            "24 times of sidecars": { db in
                try db.execute(
                    sql: """
                        ALTER TABLE entry ADD COLUMN told INTEGER;
                        UPDATE entry SET told =
                            (SELECT changed FROM listing WHERE listing.directory = entry.directory);
                        """)
            },
            "25 replaced files have a time": { db in try db.execute(sql: replacedFiles) },
        ]
    }

    /// `mark` tells this catalog's `made.txt` from those of others; `number` is the last of its lines that the catalog
    /// has.
    private static let made = """
        CREATE TABLE made (
            onlyRow INTEGER PRIMARY KEY CHECK (onlyRow = 1),
            mark TEXT NOT NULL,
            number INTEGER NOT NULL
        ) STRICT;
        INSERT INTO made (onlyRow, mark, number) VALUES (1, lower(hex(randomblob(16))), 0);
        """

    private static let state = """
        CREATE TABLE state (
            onlyRow INTEGER PRIMARY KEY CHECK (onlyRow = 1),
            nextNumber INTEGER NOT NULL,
            topPlacesRefreshed INTEGER
        ) STRICT;
        INSERT INTO state (onlyRow, nextNumber) VALUES (1, 2);
        """

    private static let places = """
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
        """

    /// `title` and all columns after it are NULL where only the identity is known; `unlisted` is since when no
    /// directory lists the photo; `revision` grows with every change of what is shown of it.
    private static let photos = """
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
            sourceAttributes TEXT
        ) STRICT;
        CREATE INDEX photoUnlisted ON photo (unlisted) WHERE unlisted IS NOT NULL;
        CREATE TABLE learntFile (
            photo INTEGER NOT NULL REFERENCES photo (number),
            rendition TEXT NOT NULL,
            length INTEGER NOT NULL,
            digest TEXT,
            PRIMARY KEY (photo, rendition)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX learntFileByDigest ON learntFile (digest) WHERE digest IS NOT NULL;
        """

    /// An entry with a position is listed; one without is a former entry since `departed`.
    private static let listings = """
        CREATE TABLE directory (
            number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 4294967295),
            key TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE listing (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            total INTEGER,
            refreshed INTEGER NOT NULL,
            changed INTEGER NOT NULL
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
            PRIMARY KEY (directory, photo),
            UNIQUE (directory, key),
            CHECK ((position IS NULL) = (departed IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entryListed ON entry (photo) WHERE departed IS NULL;
        CREATE INDEX entryPosition ON entry (directory, position) WHERE departed IS NULL;
        """

    /// A pin is its directory. No two pins have the same point, in hundred-thousandths of a degree as in `PinPoint`.
    private static let pins = """
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
            UNIQUE (pointLatitude, pointLongitude)
        ) STRICT;
        CREATE TABLE removal (
            pin INTEGER NOT NULL REFERENCES pin (directory) ON DELETE CASCADE,
            photo INTEGER NOT NULL REFERENCES photo (number),
            PRIMARY KEY (pin, photo)
        ) STRICT, WITHOUT ROWID;
        """

    private static let topics = """
        CREATE TABLE topic (
            directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
            name TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE
        ) STRICT;
        CREATE TABLE changed (
            directory TEXT NOT NULL PRIMARY KEY,
            moment INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    private static let formerTags = """
        CREATE TABLE formerTag (
            photo INTEGER NOT NULL REFERENCES photo (number),
            tag TEXT NOT NULL,
            departed INTEGER NOT NULL,
            PRIMARY KEY (photo, tag)
        ) STRICT, WITHOUT ROWID;
        """

    /// The new index holds what `directoryCount` sums up.
    private static let views = """
        ALTER TABLE photo ADD COLUMN viewed INTEGER;
        ALTER TABLE entry ADD COLUMN directories INTEGER NOT NULL DEFAULT 1;
        DROP INDEX entryListed;
        CREATE INDEX entryListed ON entry (photo, directories) WHERE departed IS NULL;
        """

    /// Earlier versions counted `cached` as a list.
    static let cachedIsNoList = """
        UPDATE entry SET directories = 0 WHERE directory IN (SELECT number FROM directory WHERE key = 'cached');
        """

    /// What the options of the mount hide stays, and is shown again under others. `asked` is what the source was asked
    /// for, as `ListingOptions` writes it. The indexes hold what is counted.
    private static let hidden = """
        ALTER TABLE state ADD COLUMN options TEXT;
        ALTER TABLE listing ADD COLUMN asked TEXT;
        ALTER TABLE entry ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
        DROP INDEX entryListed;
        CREATE INDEX entryListed ON entry (photo, hidden, directories) WHERE departed IS NULL;
        DROP INDEX entryPosition;
        CREATE INDEX entryPosition ON entry (directory, position, hidden) WHERE departed IS NULL;
        """

    /// Files outside of listings, and with an empty name the files of a tag: its content is the topic's version, its
    /// number the first of theirs.
    private static let writtenFiles = """
        CREATE TABLE writtenFile (
            directory TEXT NOT NULL,
            name TEXT NOT NULL,
            content TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number BETWEEN 2 AND 4294967295),
            PRIMARY KEY (directory, name)
        ) STRICT, WITHOUT ROWID;
        """

    /// Images that programs asked for, by minute and program; kept for little more than an hour.
    private static let imageUse = """
        CREATE TABLE imageUse (
            minute INTEGER NOT NULL,
            process INTEGER NOT NULL,
            program TEXT NOT NULL,
            images INTEGER NOT NULL,
            PRIMARY KEY (minute, process, program)
        ) STRICT, WITHOUT ROWID;
        """

    /// Adds the source's first topics, as many as there are numbers left for.
    static func add(_ firstTopics: [String], _ db: Database) throws {
        for name in firstTopics {
            guard let key = TopicName.key(of: name) else { continue }
            try db.execute(
                sql: """
                    INSERT INTO directory (number, key)
                        SELECT nextNumber, 'topic:' || nextNumber FROM state WHERE nextNumber < \(NumberSequence.limit);
                    INSERT OR IGNORE INTO topic (directory, name, key)
                        SELECT nextNumber, :name, :key FROM state WHERE nextNumber < \(NumberSequence.limit);
                    UPDATE state SET nextNumber = nextNumber + 1 WHERE nextNumber < \(NumberSequence.limit);
                    """, arguments: ["name": name, "key": key])
        }
    }
}
