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
}
