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
