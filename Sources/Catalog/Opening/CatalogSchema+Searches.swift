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

    /// The words of photos. `photoText` keeps no text of its own and cannot forget a row, so each state of a photo's words
    /// is a document with a new number; `textDocument` says which is a photo's present one, and `digest` of what. `textDue`
    /// are the photos whose words are to be read again.
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

    /// The numbers of documents rise with the time of upload, so that the newest photos with a word are found without a look
    /// at the others. A document that is no photo's any more keeps its row, because its number must not be used again. What
    /// searches bound beside words stands here, too, because rows of photos are long: positions in hundredths of a degree.
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
