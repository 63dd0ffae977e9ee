/// Names of cities, regions, islands, countries, parks, lakes and ranges as tourists type them in many languages, with
/// where that is and how far from there the answer may be, in kilometres. Written down by hand, not made from the
/// gazetteer.
enum MeantNames {
    struct Row {
        var latitude: Double
        var longitude: Double
        var kilometres: Double
        var typed: String
    }

    static let rows = rows(of: lines)

    static func rows(of lines: String) -> [Row] {
        lines.split(separator: "\n").flatMap { row(of: $0) }
    }

    private static func row(of line: Substring) -> [Row] {
        let parts = line.split(separator: "|").map(trimmed)
        let numbers = parts[0].split(separator: " ").compactMap { Double($0) }
        return parts.dropFirst().map {
            Row(latitude: numbers[0], longitude: numbers[1], kilometres: numbers[2], typed: $0)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        var rest = text
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }

    private static let lines = """
        21.16 -86.85 20 | Cancun | Cancún | cancun | Mexico/Cancun | Канкун
        -8.40 115.15 60 | Bali | Bali, Indonesia | Indonesia/Bali | バリ島 | 巴厘岛
        35.90 14.44 30 | Malta | Мальта | マルタ
        35.24 24.90 90 | Crete | Kreta | Creta | Crète | Κρήτη | Крит | Greece/Crete | クレタ島
        38.00 -97.00 1700 | U.S.A. | USA | United States | Vereinigte Staaten | アメリカ合衆国 | Etats-Unis
        32.75 -17.00 60 | Madeira | Мадейра | Portugal/Madeira
        37.20 -119.30 400 | California | Kalifornien | Californie | Калифорния | カリフォルニア州 | USA/California
        28.20 -82.50 350 | Florida | Floride | Флорида | USA/Florida
        37.40 -4.60 200 | Andalusia | Andalucía | Andalusien | Andalousie | Spain/Andalucia | Андалусия
        43.40 11.10 120 | Tuscany | Toscana | Toskana | Toscane | Тоскана | トスカーナ州 | Italy/Tuscany
        50.40 -4.80 80 | Cornwall | Cornouailles
        15.35 74.05 70 | Goa | Goa, India | India/Goa | Гоа
        52.30 -3.70 120 | Wales | Pays de Galles | Gales | Уэльс | United Kingdom/Wales
        56.80 -4.50 300 | Scotland | Schottland | Écosse | Escocia | Scozia | Шотландия | スコットランド
        52.60 -1.50 250 | England | Inglaterra | Angleterre
        50.00 7.00 60 | Mosel
        23.13 113.26 30 | Canton | Guangzhou
        46.20 7.60 40 | Wallis | Valais | Vallese
        46.60 11.40 50 | Südtirol | South Tyrol | Alto Adige
        40.10 49.40 30 | Qobustan
        50.60 87.00 250 | Алтай | Altai
        53.95 -1.40 60 | Yorkshire
        57.20 -4.80 90 | Highlands
        59.00 -3.00 40 | Orkney | Orkney Islands
        37.60 14.10 110 | Sicily | Sicilia | Sizilien | Sicile | Сицилия | シチリア島 | 西西里岛 | Italy/Sicily | Italia/Sicilia
        40.10 9.05 130 | Sardinia | Sardegna | Sardinien | Sardaigne | Cerdeña | Сардиния
        64.96 -18.60 260 | Iceland | Island | Islande | Исландия | アイスランド
        48.90 11.40 150 | Bavaria | Bayern | Bavière | Baviera | Бавария | バイエルン州 | Germany/Bayern | Deutschland/Bayern
        54.42 13.43 25 | Rügen | Ruegen | Rugen | Germany/Rügen
        43.80 5.80 90 | Provence | Provenza | France/Provence
        38.50 -28.00 260 | Azores | Açores | Azoren | Azorerna
        -7.40 110.00 350 | Java | Indonesia/Java
        39.60 2.95 45 | Mallorca | Majorca | Majorque | Maiorca | Майорка | マヨルカ島 | Spain/Mallorca | España/Mallorca
        27.95 -15.60 30 | Gran Canaria | Grand Canary
        29.03 -13.63 35 | Lanzarote | Spain/Lanzarote
        28.28 -16.60 45 | Tenerife | Teneriffa | Тенерифе
        20.80 -156.33 40 | Maui
        -8.58 116.30 40 | Lombok | Ломбок
        36.39 25.44 14 | Santorini | Σαντορίνη | Ελλάδα/Σαντορίνη | Санторини | Thira
        37.45 25.38 14 | Mykonos | Μύκονος
        36.20 27.97 45 | Rhodes | Rhodos | Rodas | Ρόδος
        39.62 19.80 40 | Corfu | Korfu | Κέρκυρα
        33.20 103.90 25 | 九寨沟 | Jiuzhaigou
        33.38 126.55 45 | 제주도 | Jeju Island
        5.97 -62.54 15 | Angel Falls | Salto Ángel | Salto Angel
        -25.69 -54.44 15 | Iguazu Falls | Cataratas del Iguazú | Cataratas do Iguaçu | Iguazú-Wasserfälle
        13.41 103.87 10 | Angkor Wat | อังกอร์วัด | 앙코르와트
        20.50 -157.50 350 | Hawaii | Hawaï | Гавайи | USA/Hawaii
        78.20 15.60 500 | Svalbard | Spitzbergen
        -24.00 31.50 130 | Kruger | Kruger National Park | South Africa/Kruger
        44.60 -110.50 40 | Yellowstone | Yellowstone National Park
        37.75 -119.59 30 | Yosemite | Yosemite National Park
        45.63 10.69 25 | Lake Garda | Lago di Garda | Gardasee | Lac de Garde
        46.83 17.73 35 | Lake Balaton | Plattensee | Balaton
        53.50 108.00 250 | Baikal | Байкал | Lake Baikal
        47.65 9.30 30 | Bodensee | Lake Constance | Lac de Constance
        46.45 11.85 40 | Dolomites | Dolomiti | Dolomiten
        46.50 10.00 100 | Alps | Alpen | Alpes | Alpi
        48.25 8.20 50 | Black Forest | Schwarzwald | Forêt-Noire
        38.65 34.85 30 | Cappadocia | Kapadokya | Kappadokien | カッパドキア
        42.10 9.10 80 | Corsica | Corse | Korsika | France/Corse
        48.20 -3.00 140 | Brittany | Bretagne | Bretaña | France/Bretagne
        48.90 0.20 150 | Normandy | Normandie | Normandía
        48.40 7.50 70 | Alsace | Elsass
        47.20 11.60 120 | Tirol | Tyrol | Austria/Tirol
        47.80 13.04 15 | Salzburg | Salisburgo
        46.20 6.14 20 | Geneva | Genf | Genève | Ginebra
        41.89 12.51 20 | Rome | Roma | Rom | Рим
        43.77 11.25 15 | Florence | Firenze | Florenz
        45.44 12.33 15 | Venice | Venezia | Venedig | Venise
        39.86 -4.02 20 | Toledo
        41.60 1.70 130 | Catalonia | Cataluña | Catalunya | Katalonien
        42.80 -7.90 110 | Galicia
        40.40 -3.70 60 | Madrid
        38.70 -9.14 30 | Lisbon | Lissabon
        37.20 -8.20 70 | Algarve
        46.40 24.30 140 | Transylvania | Siebenbürgen | Transilvania
        43.50 16.40 110 | Dalmatia | Dalmatien | Dalmacija
        67.80 26.00 250 | Lapland | Lappland | Laponia
        68.20 13.90 60 | Lofoten | Lofoten Islands
        31.00 -100.00 600 | Texas | Техас
        39.00 -105.50 330 | Colorado
        44.00 -72.70 140 | Vermont
        53.00 -72.00 900 | Quebec, Canada | Canada/Québec
        46.81 -71.21 30 | Québec
        54.00 -125.00 700 | British Columbia
        55.00 -115.00 700 | Alberta
        -36.90 144.30 300 | Victoria, Australia | Australia/Victoria
        -32.50 147.00 550 | New South Wales
        -22.50 144.50 1000 | Queensland
        -42.00 146.60 180 | Tasmania | Tasmanien | Tasmanie
        27.00 74.00 350 | Rajasthan
        10.40 76.40 200 | Kerala
        34.10 74.80 90 | Kashmir | Kaschmir
        26.60 94.00 900 | Assam
        29.50 90.00 1000 | Tibet | 西藏
        43.20 142.80 200 | Hokkaido | 北海道
        26.40 127.90 120 | Okinawa | 沖縄
        7.95 98.34 30 | Phuket | ภูเก็ต | プーケット
        9.50 100.00 20 | Koh Samui | Ko Samui
        9.80 118.60 150 | Palawan
        11.97 121.92 10 | Boracay
        10.23 103.97 30 | Phu Quoc
        -6.10 39.35 50 | Zanzibar | Sansibar
        -2.40 34.80 90 | Serengeti
        -18.85 16.30 80 | Etosha
        -0.50 -90.70 150 | Galapagos | Galápagos Islands | Islas Galápagos
        -27.12 -109.36 15 | Easter Island | Isla de Pascua | Osterinsel | Rapa Nui
        -46.00 -70.50 300 | Patagonia | Patagonien
        -16.50 -151.74 15 | Bora Bora
        -17.65 -149.45 35 | Tahiti
        48.8584 2.2945 5 | Eiffel Tower Paris | Paris Eiffel Tower | Eiffel Tower, Paris
        41.89 12.49 5 | Rome Colosseum | Colosseum Rome
        33.66 -95.56 15 | Paris Texas | Paris, Texas
        47.49 11.10 15 | Garmisch-Partenkirchen, Bayern | Garmisch-Partenkirchen, Bavaria
        19.07 72.88 30 | Bombay
        39.90 116.40 50 | Peking | Pekin
        55.75 37.62 40 | Moscow | Moskau
        40.71 -74.01 40 | New York | NYC
        38.90 -77.03 30 | Washington
        1.30 103.85 40 | Singapore | Singapur
        43.73 7.42 10 | Monaco
        41.90 12.45 5 | Vatican City
        42.30 43.30 260 | Georgia | Georgien
        23.70 121.00 250 | Taiwan | 臺灣
        -19.00 46.70 500 | Madagascar | Madagaskar
        45.25 34.20 120 | Crimea | Крым | Krim
        35.30 33.40 60 | Northern Cyprus
        36.50 127.80 250 | Korea, Republic of
        32.40 53.70 500 | Iran, Islamic Republic of
        -6.40 34.90 500 | Tanzania, United Republic of
        45.50 15.50 400 | Bosna
        47.60 14.20 250 | Áo
        50.60 4.60 150 | Bỉ
        60.00 95.00 2500 | Nga
        """

    /// Names that nobody is called by, with what is said of each: the folder, the name, a part of the sentence.
    static let refused: [(country: String, name: String, advice: String)] = [
        ("China", "Hongkong", "Hong Kong is a country here: places/Hong Kong"),
        ("China", "Hong Kong", "places/Hong Kong"), ("China", "Macau", "places/Macau"),
        ("USA", "Puerto Rico", "places/Puerto Rico"),
        ("Netherlands", "Aruba", "places/Aruba"), ("Denmark", "Greenland", "places/Greenland"),
        ("Norway", "Longyearbyen", "places/Svalbard and Jan Mayen/Longyearbyen"),
        ("USA", "San Juan, Puerto Rico", "places/Puerto Rico"), ("Russia", "Kiev", "places/Ukraine/Kyiv"),
        ("Germany", "Salzburg", "places/Austria/Salzburg"), ("Germany", "Zurich", "places/Switzerland/Zürich"),
        ("France", "Italy", "Italy is a country here: places/Italy"), ("Spain", "Lisboa", "places/Portugal/Lisbon"),
        ("", "Sicily", "places/Italy/Sicily"), ("", "Bayern", "places/Germany/Bavaria"),
        ("", "Mallorca", "places/Spain/Mallorca"),
        ("", "Paris", "places/France/Paris"), ("", "Crimea", "places/Ukraine/Crimea"), ("", "Germny", "Germany"),
        ("", "Frnace", "France"), ("", "Icelnd", "Iceland"), ("", "Xyzzyland", "nothing is called nearly so"),
        ("France", "Atlantis", "placesfs places"), ("France", "Anneci", "Annecy"), ("Germany", "Munchenn", "Munich"),
        ("Iceland", "Reykjavikk", "Reykjavík"), ("Italy", "Florennce", "Florence"), ("Italy", "Sicliy", "Sicily"),
        ("Spain", "Mallorka", "Mallorca"), ("Japan", "Kyotoo", "Kyoto"), ("pins", "Versaille", "Versailles"),
        ("pins", "Effel Tower", "Eiffel Tower"), ("pins", "Pariss", "Paris"), ("pins", "Newe York", "New York"),
        ("pins", "Barcelna", "Barcelona"), ("pins", "Kopenhgen", "Copenhagen, Denmark (\"Kopenhagen\")"),
        ("pins", "qwertzuiop", "nothing is called nearly so"),
        ("pins", "filled.count.soap", "what3words"), ("pins", "Sicilly", "Sicily"),
        ("pins", "Germny", "names: Germany"), ("pins", "Santorinni", "Santorini"),
        ("pins", "asdfgh", "nothing is called nearly so"), ("pins", "Hogwarts", "Glenfinnan Viaduct"),
        ("pins", "Middle Earth", "nothing is called nearly so"),
        ("pins", "Wakandaqx", "nothing is called nearly so"), ("pins", "Gotham City", "nothing is called nearly so"),
        ("pins", "our cottage", "nothing is called nearly so"),
        ("pins", "meine Wohnung", "nothing is called nearly so"), ("pins", "Xanaduu", "nothing is called nearly so"),
        ("pins", "Urlaub", "placesfs places"),
        ("search", "Kyoto at dawn", "a comma is missing behind \"Kyoto\""),
        ("search", "Paris 2019", "a comma is missing behind \"Paris\""),
        ("", "Narnia", "placesfs places"), ("", "Lilliput", "nothing is called nearly so"),
        ("Italy", "Narnia", "Narni"),
        ("pins", "Tokio Tower Kyoto Xyz", "nothing is called nearly so"), ("Austria", "Innsbrukk", "Innsbruck"),
        ("Greece", "Santorinii", "Santorini"),
        ("Portugal", "Lisbonn", "Lisbon"), ("USA", "Yellowstonee", "Yellowstone"), ("Thailand", "Phuuket", "Phuket"),
        ("Egypt", "Kairoo", "Cairo"), ("India", "Mumbaii", "Mumbai"), ("Brazil", "Rio de Janeiroo", "Rio de Janeiro"),
        ("Turkey", "Istanbull", "Istanbul"),
    ]
}
