/// Points as people copy them from phones, maps, encyclopaedias and programs.
enum TypedPoints {
    /// All mean 48.8584, 2.2945, with the words that remain of them.
    static let tower: [(typed: String, words: String)] = [
        // Invisible marks and the digits and signs of other scripts.
        ("\u{200E}48.8584, 2.2945\u{202C}", ""), ("\u{202A}48.8584, 2.2945\u{202C}", ""),
        ("\u{FEFF}48.8584,2.2945", ""),
        ("48.8584,\u{200B}2.2945", ""), ("\u{2066}48.8584\u{2069},2.2945", ""), ("48.8584，2.2945", ""),
        ("４８．８５８４，２．２９４５", ""), ("４８．８５８４， ２．２９４５ 東京", "東京"), ("٤٨٫٨٥٨٤, ٢٫٢٩٤٥", ""), ("٤٨٫٨٥٨٤، ٢٫٢٩٤٥", ""),
        ("۴۸٫۸۵۸۴، ۲٫۲۹۴۵", ""), ("४८.८५८४, २.२९४५", ""), ("৪৮.৮৫৮৪, ২.২৯৪৫", ""),
        ("\u{200E}48.8584, 2.2945 می\u{200C}روم", "می\u{200C}روم"),
        // Other separators.
        ("48.8584;2.2945", ""), ("48.8584; 2.2945", ""), ("48.8584~2.2945", ""), ("48,8584, 2,2945", ""),
        ("48.8584、2.2945", ""), ("48.8584 ; 2.2945 dinner", "dinner"),
        // With the names of the axes.
        ("lat 48.8584 lon 2.2945", ""), ("Latitude: 48.8584, Longitude: 2.2945", ""), ("lat=48.8584&lon=2.2945", ""),
        ("lat: 48.8584, lng: 2.2945", ""), ("LAT 48.8584 LONG 2.2945 home", "home"), ("lon 2.2945 lat 48.8584", ""),
        ("Longitude 2.2945, Latitude 48.8584", ""), ("{lat: 48.8584, lng: 2.2945}", ""),
        ("{\"lat\":48.8584,\"lng\":2.2945}", ""), ("Lat. 48° 51′ 30.24″ N., Long. 2° 17′ 40.2″ E.", ""),
        ("Latitude 48.8584 N, Longitude 2.2945 E", ""), ("Breite 48.8584 Länge 2.2945", ""),
        ("latitud 48.8584 longitud 2.2945", ""), ("широта 48.8584 долгота 2.2945", ""), ("北緯48.8584° 東経2.2945°", ""),
        ("纬度48.8584 经度2.2945", ""), ("緯度: 48.8584, 経度: 2.2945", ""),
        // Standards and programs.
        ("LatLng(48.8584, 2.2945)", ""), ("L.latLng(48.8584, 2.2945)", ""), ("google.maps.LatLng(48.8584, 2.2945)", ""),
        ("LngLat(2.2945, 48.8584)", ""), ("POINT(2.2945 48.8584)", ""), ("POINT (2.2945 48.8584) tower", "tower"),
        ("POINT Z (2.2945 48.8584 35)", ""), ("SRID=4326;POINT(2.2945 48.8584)", ""), ("Point(2.2945 48.8584)", ""),
        ("{\"type\":\"Point\",\"coordinates\":[2.2945,48.8584]}", ""), ("+48.8584+002.2945", ""),
        ("+48.8584+002.2945+35.000", ""), ("+4851.504+00217.67", ""), ("+485130.24+0021740.2", ""),
        ("+48.8584+002.2945 la tour", "la tour"), ("+48.8584+002.2945CRSWGS_84", ""),
        ("48d51m30.24sN 2d17m40.2sE", ""), ("48d 51m 30.24s N, 2d 17m 40.2s E", ""),
        ("48d51'30.24\"N 2d17'40.2\"E", ""),
        ("48.8584d N 2.2945d E", ""),
        // Words before the point.
        ("Eiffel Tower 48.8584, 2.2945", "Eiffel Tower"), ("Eiffel Tower (48.8584, 2.2945)", "Eiffel Tower"),
        ("Eiffel Tower [48.8584,2.2945] by night", "Eiffel Tower by night"), ("ll=48.8584,2.2945", "ll"),
        ("Coordinates: 48.8584, 2.2945", "Coordinates"), ("GPS 48.8584 2.2945", "GPS"),
        ("エッフェル塔 48.8584, 2.2945", "エッフェル塔"),
        ("Tour Eiffel 48°51'30.24\"N 2°17'40.2\"E", "Tour Eiffel"), ("Tower N48.8584 E2.2945", "Tower"),
        ("Tower N 48° 51.504 E 002° 17.67", "Tower"), ("Turm: 48.8584° N, 2.2945° E", "Turm"),
        ("48.8584,2.2945: Eiffel", "Eiffel"), ("48.8584, 2.2945, Paris", "Paris"), ("48.8584, 2.2945.", ""),
        ("\"48.8584, 2.2945\"", ""), ("lat 48,8584 lon 2,2945", ""), ("Eiffel Tower 48,8584 2,2945", "Eiffel Tower"),
        ("Eiffel Tower POINT(2.2945 48.8584)", "Eiffel Tower"), ("ST_Point(2.2945, 48.8584)", ""),
        ("MULTIPOINT((2.2945 48.8584))", ""), ("MULTIPOINT(2.2945 48.8584)", ""),
        // Addresses of maps, with the slash that names can have.
        ("https:⁄⁄www.google.com⁄maps⁄@48.8584,2.2945,17z", ""), ("Eiffel Tower @48.8584,2.2945,17z", ""),
        ("!3d48.8584!4d2.2945", ""), ("?q=48.8584%2C2.2945", ""), ("q=48.8584,2.2945&z=17", ""),
        ("mlat=48.8584&mlon=2.2945", ""), ("?cp=48.8584~2.2945", ""),
        ("Rue 5, 48.8584, 2.2945", "Rue 5"), ("Tower, 48.8584, 2.2945 r200m", "Tower r200m"),
    ]

    /// Points on other sides of the equator and of Greenwich.
    static let others: [(typed: String, latitude: Double, longitude: Double)] = [
        ("lat -33.8568 lon 151.2153", -33.8568, 151.2153),
        ("Latitude: -22.9519, Longitude: -43.2105", -22.9519, -43.2105),
        ("LatLng(lat: 48.8584, lng: 2.2945)", ""), ("LatLng(latitude:48.8584, longitude:2.2945)", ""),
        ("LatLng(lng: 2.2945, lat: 48.8584) tower", "tower"), ("LngLat(lng: 2.2945, lat: 48.8584)", ""),
        ("Tower LatLng(lat: 48.8584, lng: 2.2945)", "Tower"),
        ("GeoPoint { latitude=48.8584, longitude=2.2945 }", "GeoPoint"),
        ("CLLocationCoordinate2D(latitude: 48.8584, longitude: 2.2945)", ""),
        ("LatLng(lat: 48.8584, lng: 2.2945, alt: 35)", ""),
        ("Eiffel Tower (lat: 48.8584, lng: 2.2945)", "Eiffel Tower"),
        ("Paris (France) (lat 48.8584, lon 2.2945)", "Paris (France)"),
        ("-33.8568+151.2153", -33.8568, 151.2153), ("-22.9519-043.2105", -22.9519, -43.2105),
        ("POINT(-43.2105 -22.9519)", -22.9519, -43.2105), ("LatLng(-22.9519, -43.2105)", -22.9519, -43.2105),
        ("Opera -33.8568, 151.2153", -33.8568, 151.2153), ("Cristo (-22.9519, -43.2105)", -22.9519, -43.2105),
        ("33d51m24.48sS 151d12m55.08sE", -33.8568, 151.2153), ("Cristo 22.9519 S 43.2105 W", -22.9519, -43.2105),
        ("Lat. 22.9519 S., Long. 43.2105 W.", -22.9519, -43.2105), ("−22.9519; −43.2105", -22.9519, -43.2105),
        ("\u{200E}-22.9519, -43.2105\u{200E}", -22.9519, -43.2105), ("lat 22.9519 S lon 43.2105 W", -22.9519, -43.2105),
        ("Cristo S 22.9519 W 43.2105", -22.9519, -43.2105), ("+40.6892-074.0445", 40.6892, -74.0445),
    ]

    /// What is no point, with a part of what is said about it.
    static let refused: [(typed: String, advice: String)] = [
        ("31U DQ 48251 11932", "MGRS"), ("31UDQ4825111932", "MGRS"), ("31u dq 482 119", "MGRS"),
        ("MGRS 18TWL8362210405", "MGRS"),
        ("31U 448251 5411932", "UTM"), ("31U 448251mE 5411932mN", "UTM"), ("UTM 31U 448251 5411932", "UTM"),
        ("zone 31U 448251 5411932", "UTM"), ("u09tunqu9", "geohash"), ("u09tun", "geohash"), ("dr5regw3pp", "geohash"),
        ("JN18du", "Maidenhead"), ("JN18DU43", "Maidenhead"), ("FN20xr", "Maidenhead"),
        ("maps.app.goo.gl", "short link"), ("https:maps.app.goo.gl", "short link"),
        ("maps.app.goo.gl abc123", "short link"),
        ("goo.gl maps xyz", "short link"), ("48.8584,2.2945 2km", "r2km"), ("48.8584,2.2945 200 m", "r200m"),
        ("48.8584, 2.2945 0.5km", "r0.5km"), ("48.8584,2.2945 r5m", "r10m to r32km"),
        ("48.8584,2.2945 r50km", "r10m to r32km"),
        ("151.21,-33.87", "is -33.87,151.21 meant"), ("139.6917, 35.6895", "is 35.6895,139.6917 meant"),
        ("91,0", "is 0,91 meant"), ("0,181", "no point on Earth"), ("48,85 2,29", "could be several"),
        ("48,8584,2,2945", "decimal points"), ("48.85", "no point on Earth"), ("48° 51.5", "could be several"),
        ("Eiffel Tower 48.8584, 222.2945", "neither a point"), ("lat 48.8584", "neither a point"),
        ("lat 98.8584 lon 2.2945", "neither a point"), ("POINT(2.2945 98.8584)", "neither a point"),
        ("POINT(2.2945,48.8584)", "neither a point"), ("MULTIPOINT((2.2945 48.8584),(3 49))", "neither a point"),
        ("+98.8584+002.2945", "no point on Earth"), ("48.8584,2.2945Tower", "no point on Earth"),
        ("😀", "neither a point"), ("#1", "neither a point"), (" Paris", "cannot be a name"), ("-", "neither a point"),
    ]
}
