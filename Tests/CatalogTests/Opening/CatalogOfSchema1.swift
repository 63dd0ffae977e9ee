/// A catalog that placesfs wrote before it knew pins, topics and recents (schema 1), as `sqlite3 .dump` told it: Paris
/// lists photos 2 and 1 and has listed 3, Rome 2 and 4, photo 5 is gone, and of photo 1 the file was learnt.
let catalogOfSchema1 = """
    PRAGMA foreign_keys = OFF;
    PRAGMA application_id = 1347176019;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES('1 places, listings, photos, numbers');
    CREATE TABLE state (
        onlyRow INTEGER PRIMARY KEY CHECK (onlyRow = 1),
        nextNumber INTEGER NOT NULL,
        topPlacesRefreshed INTEGER
    ) STRICT;
    INSERT INTO state VALUES(1,31,1700000000);
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
    INSERT INTO place VALUES('added',1,'woe:1','Cusco','','Peru',NULL,NULL,'','added');
    INSERT INTO place VALUES('top',1,'woe:2','Rio','RJ','Brazil',-22.899999999999998579,\
    -43.200000000000002842,'woeid\u{1F}2','source');
    CREATE TABLE country (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
    INSERT INTO country VALUES('Peru');
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
    INSERT INTO photo VALUES(9,'1',1,NULL,NULL,'Sunset',replace('From the bridge\\nat dusk','\\n',char(10)),\
    '1@N00','Zoë','4','CC BY 2.0','https://cc.test/by/2.0/',-86400,1500000000,48.858400000000003159,\
    -2.294500000000000206,16,'paris\u{1F}sunset',12,'https://photos.test/1',\
    't\u{1F}https://img.test/1_abc_t.jpg\u{1F}100\u{1F}75\u{1F}\u{1F}\u{1E}n\u{1F}https://img.test/1_abc_n.jpg\
    \u{1F}320\u{1F}240\u{1F}\u{1F}\u{1E}b\u{1F}https://img.test/1_abc_b.jpg\u{1F}1024\u{1F}768\u{1F}\u{1F}',\
    'flickr.media\u{1F}photo\u{1E}flickr.woeid\u{1F}615702');
    INSERT INTO photo VALUES(10,'2',1,NULL,NULL,'Dawn',replace('From the bridge\\nat dusk','\\n',char(10)),\
    '1@N00','Zoë','4','CC BY 2.0','https://cc.test/by/2.0/',-86400,1500000000,48.858400000000003159,\
    -2.294500000000000206,16,'paris\u{1F}sunset',12,'https://photos.test/2',\
    't\u{1F}https://img.test/2_abc_t.jpg\u{1F}100\u{1F}75\u{1F}\u{1F}\u{1E}n\u{1F}https://img.test/2_abc_n.jpg\
    \u{1F}320\u{1F}240\u{1F}\u{1F}\u{1E}b\u{1F}https://img.test/2_abc_b.jpg\u{1F}1024\u{1F}768\u{1F}\u{1F}',\
    'flickr.media\u{1F}photo\u{1E}flickr.woeid\u{1F}615702');
    INSERT INTO photo VALUES(11,'3',1,NULL,1700086400,'Sunset',replace('From the bridge\\nat dusk','\\n',\
    char(10)),'1@N00','Zoë','4','CC BY 2.0','https://cc.test/by/2.0/',-86400,1500000000,48.858400000000003159,\
    -2.294500000000000206,16,'paris\u{1F}sunset',12,'https://photos.test/3',\
    't\u{1F}https://img.test/3_abc_t.jpg\u{1F}100\u{1F}75\u{1F}\u{1F}\u{1E}n\u{1F}https://img.test/3_abc_n.jpg\
    \u{1F}320\u{1F}240\u{1F}\u{1F}\u{1E}b\u{1F}https://img.test/3_abc_b.jpg\u{1F}1024\u{1F}768\u{1F}\u{1F}',\
    'flickr.media\u{1F}photo\u{1E}flickr.woeid\u{1F}615702');
    INSERT INTO photo VALUES(20,'4',1,NULL,NULL,'Forum',replace('From the bridge\\nat dusk','\\n',char(10)),\
    '1@N00','Zoë','4','CC BY 2.0','https://cc.test/by/2.0/',-86400,1500000000,48.858400000000003159,\
    -2.294500000000000206,16,'paris\u{1F}sunset',12,'https://photos.test/4',\
    't\u{1F}https://img.test/4_abc_t.jpg\u{1F}100\u{1F}75\u{1F}\u{1F}\u{1E}n\u{1F}https://img.test/4_abc_n.jpg\
    \u{1F}320\u{1F}240\u{1F}\u{1F}\u{1E}b\u{1F}https://img.test/4_abc_b.jpg\u{1F}1024\u{1F}768\u{1F}\u{1F}',\
    'flickr.media\u{1F}photo\u{1E}flickr.woeid\u{1F}615702');
    INSERT INTO photo VALUES(30,'5',0,1700086400,1700086400,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,\
    NULL,NULL,NULL,NULL,NULL,NULL,NULL);
    CREATE TABLE learntFile (
        photo INTEGER NOT NULL REFERENCES photo (number),
        rendition TEXT NOT NULL,
        length INTEGER NOT NULL,
        digest TEXT,
        PRIMARY KEY (photo, rendition)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO learntFile VALUES(9,'b',7,'sha256:aa');
    CREATE TABLE directory (
        number INTEGER PRIMARY KEY CHECK (number BETWEEN 2 AND 4294967295),
        key TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO directory VALUES(2,'places');
    INSERT INTO directory VALUES(3,'tags');
    INSERT INTO directory VALUES(4,'recents');
    INSERT INTO directory VALUES(5,'pins');
    INSERT INTO directory VALUES(6,'state');
    INSERT INTO directory VALUES(7,'cached');
    INSERT INTO directory VALUES(8,'place:woe:615702');
    INSERT INTO directory VALUES(19,'place:woe:721943');
    CREATE TABLE listing (
        directory INTEGER PRIMARY KEY REFERENCES directory (number) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        total INTEGER,
        refreshed INTEGER NOT NULL,
        changed INTEGER NOT NULL
    ) STRICT;
    INSERT INTO listing VALUES(8,2,4101,1700086400,1700086400);
    INSERT INTO listing VALUES(19,1,NULL,1700086400,1700086400);
    CREATE TABLE generatedFile (
        directory INTEGER NOT NULL REFERENCES listing (directory) ON DELETE CASCADE,
        name TEXT NOT NULL,
        number INTEGER NOT NULL CHECK (number BETWEEN 2 AND 4294967295),
        PRIMARY KEY (directory, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO generatedFile VALUES(8,'.hidden',29);
    INSERT INTO generatedFile VALUES(8,'CREDITS.txt',28);
    INSERT INTO generatedFile VALUES(8,'No Images',18);
    INSERT INTO generatedFile VALUES(8,'map.geojson',27);
    INSERT INTO generatedFile VALUES(19,'.hidden',25);
    INSERT INTO generatedFile VALUES(19,'CREDITS.txt',24);
    INSERT INTO generatedFile VALUES(19,'No Images',26);
    INSERT INTO generatedFile VALUES(19,'map.geojson',23);
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
    INSERT INTO entry VALUES(8,9,'Sunset.jpg','sunset.jpg',12,1,1,NULL);
    INSERT INTO entry VALUES(8,10,'Dawn.jpg','dawn.jpg',13,1,0,NULL);
    INSERT INTO entry VALUES(8,11,'Sunset (3).jpg','sunset (3).jpg',14,1,NULL,1700086400);
    INSERT INTO entry VALUES(19,10,'Dawn.jpg','dawn.jpg',21,1,0,NULL);
    INSERT INTO entry VALUES(19,20,'Forum.jpg','forum.jpg',22,1,1,NULL);
    CREATE INDEX photoUnlisted ON photo (unlisted) WHERE unlisted IS NOT NULL;
    CREATE INDEX learntFileByDigest ON learntFile (digest) WHERE digest IS NOT NULL;
    CREATE INDEX entryListed ON entry (photo) WHERE departed IS NULL;
    CREATE INDEX entryPosition ON entry (directory, position) WHERE departed IS NULL;
    """
