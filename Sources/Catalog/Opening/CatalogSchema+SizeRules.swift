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
