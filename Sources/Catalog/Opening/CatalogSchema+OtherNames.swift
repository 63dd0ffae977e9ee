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
