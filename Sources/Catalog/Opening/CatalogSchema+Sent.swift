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
