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
