extension CatalogSchema {
    /// A pin of an area has its middle as its point, and is another pin than that point: `area` is its identifier, empty
    /// for a point. SQLite changes no UNIQUE, so the table is made anew.
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
