/// A sample of the sights of all continents as people type them: their own and other languages, scripts and spellings;
/// the country they must be found in, and a point within a few kilometres. Points of mountains, lakes, parks and
/// airports were compared with Natural Earth.
enum Sights {
    static let rows: [(typed: String, country: String, latitude: Double, longitude: Double)] = [
        // Europe
        ("Piccadilly Circus", "United Kingdom", 51.51, -0.13), ("westminster palace", "United Kingdom", 51.50, -0.12),
        ("Heathrow", "United Kingdom", 51.47, -0.46), ("Isle of Skye", "United Kingdom", 57.36, -6.22),
        ("Quartier Latin", "France", 48.85, 2.35), ("Opera Garnier", "France", 48.87, 2.33),
        ("Disneyland Paris", "France", 48.87, 2.78), ("Cathedrale de Chartres", "France", 48.45, 1.49),
        ("Berliner Dom", "Germany", 52.52, 13.40), ("Schwarzwald", "Germany", 48.05, 8.20),
        ("Forêt-Noire", "Germany", 48.05, 8.20), ("Bodensee", "Germany", 47.65, 9.30),
        ("Kolner Dom", "Germany", 50.94, 6.96), ("Riesenrad", "Austria", 48.22, 16.40),
        ("Hofburg", "Austria", 48.21, 16.37), ("Lac Léman", "Switzerland", 46.45, 6.55),
        ("Lake Geneva", "Switzerland", 46.45, 6.55), ("Jungfrau", "Switzerland", 46.54, 7.96),
        ("Engelsburg", "Italy", 41.90, 12.47), ("Villa Adriana", "Italy", 41.94, 12.77),
        ("Gardasee", "Italy", 45.63, 10.69), ("La Scala", "Italy", 45.47, 9.19),
        ("La Pedrera", "Spain", 41.40, 2.16), ("La Giralda", "Spain", 37.39, -5.99),
        ("Torre dos Clerigos", "Portugal", 41.15, -8.61), ("Oude Kerk van nergens", "", 0, 0),
        ("Bruges Market Square", "Belgium", 51.21, 3.22), ("Hrad Devín", "Slovakia", 48.17, 16.98),
        ("Malbork Castle", "Poland", 54.04, 19.03), ("Karluv hrad nikde", "", 0, 0),
        ("Halaszbastya", "Hungary", 47.50, 19.03), ("Plattensee", "Hungary", 46.83, 17.73),
        ("Большой театр", "Russia", 55.76, 37.62), ("Родина-мать зовёт!", "Russia", 48.74, 44.54),
        ("Чорнобиль", "Ukraine", 51.39, 30.10), ("Рилски манастир", "Bulgaria", 42.13, 23.34),
        ("Μυκήνες", "Greece", 37.73, 22.76), ("Oresundsbron", "Denmark", 55.57, 12.85),
        ("Thorsmork", "Iceland", 63.68, -19.48), ("Vigelandsparken", "Norway", 59.93, 10.70),
        // Asia
        ("Kapalıçarşı", "Turkey", 41.01, 28.97), ("Truva", "Turkey", 39.96, 26.24),
        ("Totes Meer", "Israel", 31.5, 35.48), ("قلعة حلب", "Syria", 36.20, 37.16), ("برج میلاد", "Iran", 35.74, 51.38),
        ("المسجد النبوي", "Saudi Arabia", 24.47, 39.61), ("qutub minar", "India", 28.52, 77.19),
        ("काञ्ची कहीं नहीं", "", 0, 0), ("स्वयम्भूनाथ", "Nepal", 27.71, 85.29), ("K2", "Pakistan", 35.88, 76.51),
        ("颐和园", "China", 40.0, 116.28), ("Shaolin Temple", "China", 34.51, 112.94),
        ("維多利亞港", "Hong Kong", 22.29, 114.17),
        ("國立故宮博物院", "Taiwan", 25.10, 121.55), ("東京駅", "Japan", 35.68, 139.77), ("todaiji", "Japan", 34.69, 135.84),
        ("경복궁 아님", "", 0, 0), ("창덕궁", "South Korea", 37.58, 126.99), ("วัดพระแก้ว", "Thailand", 13.75, 100.49),
        ("Chùa Một Cột", "Vietnam", 21.04, 105.83), ("Gunung Merapi", "Indonesia", -7.54, 110.45),
        ("Иссык-Куль", "Kyrgyzstan", 42.42, 77.25),
        // Africa
        ("Suezkanal", "Egypt", 30.59, 32.27), ("جامع القرويين", "Morocco", 34.06, -4.97),
        ("Viktoriasee", "Tanzania", -1, 33),
        ("Mount Kenya", "Kenya", -0.15, 37.31), ("ላሊበላ nowhere", "", 0, 0), ("Meroe pyramids", "Sudan", 16.94, 33.75),
        ("Basilique Notre-Dame de la Paix", "Ivory Coast", 6.81, -5.30),
        ("V&A Waterfront", "South Africa", -33.90, 18.42),
        // The Americas
        ("MoMA", "United States", 40.76, -73.98), ("LAX", "United States", 33.94, -118.41),
        ("Mt Rainier", "United States", 46.85, -121.76), ("Devil's Throat", "Argentina", -25.69, -54.44),
        ("Vieux-Québec", "Canada", 46.81, -71.21), ("Pirámide del Sol", "Mexico", 19.69, -98.84),
        ("Panamakanal", "Panama", 9.08, -79.68), ("La Habana Vieja", "Cuba", 23.14, -82.35),
        ("Kap Hoorn", "Chile", -55.98, -67.27), ("Jardim Botanico de Curitiba", "Brazil", -25.44, -49.24),
        // Oceania and the poles
        ("MCG", "Australia", -37.82, 144.98), ("The Olgas", "Australia", -25.30, 130.74),
        ("Whakaari", "New Zealand", -37.52, 177.18), ("南極点", "Antarctica", -90, 0),
    ]
}
