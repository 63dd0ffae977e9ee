/// What people type for places they know: endonyms and exonyms in many languages and scripts, former and short names,
/// codes, and notations of points, as encyclopaedias and maps give them; not made from the gazetteer. Each line is a
/// point and what leads to it: a country and a place as in `places/`, or a name alone as in `pins/`.
enum TypedNames {
    struct Row {
        var latitude: Double
        var longitude: Double
        var typed: String
    }

    static let rows: [Row] = lines.split(separator: "\n").flatMap { line -> [Row] in
        let parts = line.split(separator: "|").map { TypedNames.trimmed($0) }
        let point = parts[0].split(separator: " ").compactMap { Double($0) }
        return parts.dropFirst().map { Row(latitude: point[0], longitude: point[1], typed: $0) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    private static let lines = """
        48.14 11.58 | Germany/München | Deutschland/München | Germany/Munich | Alemania/Múnich | Niemcy/Monachium | Germania/Monaco di Baviera | ドイツ/ミュンヘン | Германия/Мюнхен | germany/muenchen
        50.94 6.96 | Germany/Köln | Germany/Cologne | Deutschland/koeln | Allemagne/Cologne | Germania/Colonia | DE/KÖLN
        50.11 8.68 | Germany/Frankfurt | Germany/Frankfurt am Main | Alemania/Fráncfort
        49.45 11.08 | Germany/Nürnberg | Germany/Nuremberg | Germania/Norimberga
        52.37 9.73 | Germany/Hannover | Germany/Hanover
        50.78 6.08 | Germany/Aachen | Allemagne/Aix-la-Chapelle | Germania/Aquisgrana
        47.37 8.54 | Switzerland/Zurich | Schweiz/Zürich | Suisse/Zurich | Svizzera/Zurigo | CH/zuerich
        46.20 6.14 | Switzerland/Genève | Schweiz/Genf | Svizzera/Ginevra | Switzerland/Geneva
        48.21 16.37 | Austria/Wien | Österreich/Wien | Autriche/Vienne | Austria/Viena | Rakousko/Vídeň | Ausztria/Bécs
        50.09 14.42 | Czech Republic/Praha | Czechia/Prague | Tschechien/Prag | Česko/Praha | Чехия/Прага
        52.23 21.01 | Poland/Warszawa | Polska/Warszawa | Polen/Warschau | Pologne/Varsovie
        54.35 18.65 | Poland/Gdańsk | Polen/Danzig | Poland/Gdansk
        51.76 19.46 | Poland/Lodz | Polska/Łódź
        47.50 19.04 | Hungary/Budapest | Magyarország/Budapest | Maďarsko/Budapešť
        43.77 11.25 | Italy/Firenze | Italia/Firenze | Italien/Florenz | Italie/Florence | Italia/Florencia
        41.89 12.51 | Italy/Roma | Italien/Rom | Italy/Rome | Италия/Рим | 意大利/罗马
        45.44 12.33 | Italy/Venezia | Italien/Venedig | Italie/Venise | Italia/Venecia | Włochy/Wenecja
        45.46 9.19 | Italy/Milano | Italien/Mailand
        40.85 14.27 | Italy/Napoli | Italien/Neapel
        45.07 7.69 | Italy/Torino | Italy/Turin
        48.85 2.35 | France/Paris | Frankreich/Paris | Francia/Parigi | フランス/パリ | Франция/Париж | فرنسا/باريس | Γαλλία/Παρίσι
        43.70 7.27 | France/Nice | Frankreich/Nizza
        48.58 7.75 | France/Strasbourg | Frankreich/Straßburg | Francia/Estrasburgo
        51.51 -0.13 | UK/London | England/London | Great Britain/London | Royaume-Uni/Londres | Regno Unito/Londra | U.K./london
        55.95 -3.19 | Scotland/Edinburgh | Schottland/Edinburgh | Écosse/Édimbourg
        51.48 -3.18 | Wales/Cardiff | Wales/Caerdydd
        53.33 -6.25 | Ireland/Dublin | Éire/Dublin
        52.37 4.89 | Holland/Amsterdam | Nederland/Amsterdam | Niederlande/Amsterdam
        52.08 4.30 | Netherlands/Den Haag | Nederland/'s-Gravenhage | Pays-Bas/La Haye | Netherlands/The Hague
        51.22 4.40 | Belgium/Antwerpen | Belgique/Anvers | België/Antwerpen
        50.85 4.35 | Belgium/Bruxelles | België/Brussel | Belgien/Brüssel
        51.21 3.22 | Belgium/Brugge | Belgium/Bruges | Belgien/Brügge
        38.72 -9.14 | Portugal/Lisboa | Portugal/Lissabon | Portugal/Lisbonne | Portugal/Lisbon
        37.39 -5.98 | Spain/Sevilla | España/Sevilla | Spain/Seville
        43.32 -1.98 | Spain/Donostia | España/San Sebastián | Spain/San Sebastian
        55.68 12.57 | Denmark/København | Danmark/København | Denmark/Kobenhavn | Dänemark/Kopenhagen
        57.71 11.97 | Sweden/Göteborg | Sverige/Göteborg | Sweden/Gothenburg
        60.17 24.94 | Finland/Helsinki | Suomi/Helsinki | Finland/Helsingfors
        64.14 -21.90 | Iceland/Reykjavik | Ísland/Reykjavík | Island/REYKJAVIK
        55.75 37.62 | Russia/Moskva | Россия/Москва | Russland/Moskau | Russie/Moscou
        59.94 30.31 | Russia/St. Petersburg | Russia/Sankt-Peterburg | Россия/Санкт-Петербург | Russia/Leningrad
        50.45 30.52 | Ukraine/Kiev | Україна/Київ | Ukraine/Kyiv
        37.98 23.73 | Greece/Athina | Ελλάδα/Αθήνα | Griechenland/Athen | Grèce/Athènes
        41.01 28.95 | Turkey/Istanbul | Türkiye/İstanbul | Turkey/Constantinople
        31.77 35.22 | Israel/Jerusalem | ישראל/ירושלים
        30.05 31.24 | Egypt/Cairo | مصر/القاهرة | Ägypten/Kairo | Égypte/Le Caire
        35.69 139.69 | Japan/東京 | 日本/東京 | Japan/Tokio | Japon/Tōkyō
        34.69 135.50 | Japan/大阪 | Japan/Ōsaka | Japan/osaka
        39.91 116.40 | China/北京 | 中国/北京 | China/Peking | Chine/Pékin | China/Beijing
        31.22 121.46 | China/上海 | China/Shanghai
        34.26 108.93 | China/Xian | China/西安
        37.57 126.98 | Korea/Seoul | 대한민국/서울 | South Korea/Séoul
        19.08 72.88 | India/Bombay | India/मुंबई | Indien/Mumbai
        10.82 106.63 | Vietnam/Saigon | Viet Nam/Thành phố Hồ Chí Minh
        16.81 96.16 | Burma/Rangoon | Myanmar/Yangon
        40.71 -74.01 | USA/纽约 | 米国/ニューヨーク | Америка/Нью-Йорк | أمريكا/نيويورك | USA/न्यूयॉर्क
        48.21 16.37 | Austria/维也纳 | Oesterreich/Wien
        15.55 32.53 | Sudan/الخرطوم | The Sudan/Khartoum
        22.28 114.17 | 香港/香港 | 홍콩/Hong Kong | Гонконг/Hong Kong
        5.35 -4.00 | Elfenbeinküste/Abidjan | Ivory Coast/阿比让
        53.90 27.57 | Weißrussland/Minsk | Белоруссия/Минск
        24.69 46.72 | السعودية/Riyadh | KSA/Riyadh
        37.57 126.98 | 한국/서울 | Corea/Seoul | Corée/Séoul
        55.75 37.62 | Russian Federation/Moscow | РФ/Москва
        25.06 -77.34 | The Bahamas/Nassau
        -17.83 31.05 | Rhodesia/Salisbury
        25.05 121.53 | Taiwan/臺北
        37.75 -119.59 | Yosemite | Yosemite National Park
        40.71 -74.01 | USA/New York | U.S.A./NYC | États-Unis/New York | Estados Unidos/Nueva York | США/Нью-Йорк | us/new york city
        34.05 -118.24 | USA/Los Angeles | United States of America/LA
        39.80 -89.64 | USA/Springfield, Illinois | US/Springfield, IL | America/springfield,il
        33.66 -95.56 | USA/Paris, Texas | Paris, Texas | Paris, TX, USA
        46.81 -71.21 | Canada/Québec | Kanada/Quebec | Canada/Quebec City
        19.43 -99.13 | Mexico/Ciudad de México | México/CDMX | Mexico/Mexico City
        -23.55 -46.64 | Brazil/Sao Paulo | Brasil/São Paulo | Brasilien/SAO PAULO
        48.14 11.58 | München | munich | ミュンヘン
        41.89 12.51 | Roma | Rom | Рим
        48.8584 2.2945 | 48.8584,2.2945 | 48.8584, 2.2945 | 48.8584 2.2945 | 48.8584N 2.2945E | 48.8584°N, 2.2945°E | N48.8584 E2.2945 | 48 51 30.2 N 2 17 40.2 E | 48°51'30"N 2°17'40"E | geo:48.8584,2.2945?z=15 | @48.8584,2.2945,17z | 8FW4V75V+9Q | V75V+9Q Paris, France | 48° 51′ 30″ nord, 2° 17′ 40″ est
        """
}
