internal import PhotoTree

/// Tells words in a field for a person that name nobody: what cameras and programs write there of their own accord
/// ("PENTAX", "Picasa", "unknown"), and the signs and phrases of copyright alone ("© 2019. All rights reserved").
enum NamelessText {
    /// `camera` are the maker and the model in the same file.
    static func names(nobody text: String, camera: [String] = []) -> Bool {
        let words = words(text).filter { !isYear($0) && !signs.contains($0) }
        var phrase = words.joined(separator: " ")
        for reserved in reservations where phrase.hasSuffix(reserved) {
            phrase = String(phrase.dropLast(reserved.count)).trimmingBlanks
        }
        for reserved in reservations where phrase.hasPrefix(reserved) {
            phrase = String(phrase.dropFirst(reserved.count)).trimmingBlanks
        }
        if phrase.isEmpty || defaults.contains(phrase) { return true }
        if camera.contains(where: { Self.words($0).joined(separator: " ") == phrase }) { return true }
        return isProduct(phrase)
    }

    /// Whether the words keep all rights, whoever has them.
    static func reserves(_ text: String) -> Bool {
        let phrase = words(text).joined(separator: " ")
        return reservations.contains { phrase.containsBytes(of: $0) }
    }

    /// Whether one of the parts between commas is a licence that has a name.
    static func names(license text: String) -> Bool {
        text.utf8.split(whereSeparator: { ",;/".utf8.contains($0) }).contains {
            LicenseTerms(License(id: "", name: String(decoding: $0, as: UTF8.self), url: nil)) != nil
        }
    }

    /// "NIKON CORPORATION", "Canon EOS 300D", "Picasa 3.0".
    private static func isProduct(_ phrase: String) -> Bool {
        guard let product = products.first(where: { phrase == $0 || phrase.hasPrefix($0 + " ") }) else { return false }
        return phrase.dropFirst(product.count).split(separator: " ").allSatisfy { word in
            companyWords.contains(String(word)) || word.utf8.contains { (0x30...0x39).contains($0) }
        }
    }

    /// In lower case, without anything but letters and digits. A name is short: of a longer text the beginning says
    /// enough.
    private static func words(_ text: String) -> [String] {
        let beginning = ForeignText.bounded(text, maximumBytes: 512).lowercased().replacingBytes(of: "(c)", with: " ")
        return beginning.unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
            .map { String($0) }
    }

    private static func isYear(_ word: String) -> Bool {
        word.utf8.count == 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let signs: Set<String> = ["copyright", "copyrights", "copyrighted", "copr", "by"]

    private static let reservations = [
        "all rights reserved", "all right reserved", "alle rechte vorbehalten", "tous droits réservés",
        "todos los derechos reservados", "tutti i diritti riservati", "todos os direitos reservados",
        "alle rechten voorbehouden", "alla rättigheter förbehållna", "alle rettigheter forbeholdt",
        "alle rettigheter reservert", "kaikki oikeudet pidätetään", "wszelkie prawa zastrzeżone",
        "wszystkie prawa zastrzeżone", "všechna práva vyhrazena", "všetky práva vyhradené", "vse pravice pridržane",
        "sva prava pridržana", "minden jog fenntartva", "toate drepturile rezervate", "tüm hakları saklıdır",
        "все права защищены", "усі права захищені", "всички права запазени", "με επιφύλαξη παντός δικαιώματος",
        "כל הזכויות שמורות", "جميع الحقوق محفوظة", "無断転載", "禁無断", "版权所有", "版權所有", "保留所有权利",
        "保留所有權利", "모든 권리 보유", "무단 전재", "무단전재",
    ]

    private static let defaults: Set<String> = [
        "unknown", "unknown author", "unknown artist", "unknown photographer", "author unknown", "unbekannt", "inconnu",
        "desconocido", "anonymous", "anonym", "none", "no name", "noname", "n a", "na", "nil", "null", "undefined",
        "not set", "unspecified", "untitled", "default", "empty", "author", "artist", "photographer", "creator", "name",
        "your name", "my name", "owner", "owner name", "camera owner", "camera", "my camera", "digital camera", "user",
        "username", "user name", "admin", "administrator", "root", "guest", "windows user", "pc", "home", "test", "xxx",
        "0", "microsoft windows", "microsoft windows photo viewer", "microsoft corporation", "microsoft", "windows",
    ]

    /// Makers and programs. What may follow them is a word of `companyWords`, or has a digit.
    private static let products = [
        "acdsee", "acd systems", "acer", "adobe", "agfa", "agfaphoto", "apple", "aptina", "asus", "benq", "blackberry",
        "canon", "casio", "dji", "eastman kodak", "epson", "seiko epson", "fuji", "fuji photo film", "fujifilm",
        "ge", "general imaging", "gimp", "google", "gopro", "hasselblad", "hewlett packard", "hp", "htc", "huawei",
        "iphone", "ipad", "irfanview", "jvc", "kodak", "konica", "konica minolta", "kyocera", "leica", "lenovo", "lg",
        "lge", "lightroom", "mamiya", "medion", "meizu", "minolta", "motorola", "nikon", "nokia", "olympus",
        "om digital solutions", "oneplus", "oppo", "panasonic", "pentax", "phase one", "photoshop", "picasa",
        "polaroid",
        "praktica", "realme", "ricoh", "rollei", "samsung", "sanyo", "sharp", "sigma", "sony", "sony ericsson",
        "toshiba",
        "vivitar", "vivo", "xiaomi", "zte",
    ]

    private static let companyWords: Set<String> = [
        "ag", "camera", "cameras", "co", "communications", "company", "computer", "corp", "corporation", "coolpix",
        "cybershot", "digital", "dmc", "dsc", "easyshare", "elements", "electric", "electronics", "eos", "exilim",
        "finepix", "gmbh", "imaging", "inc", "incorporated", "industrial", "ixus", "kiss", "lightroom", "limited",
        "ltd",
        "lumix", "mobile", "mark", "optical", "optio", "photoshop", "powershot", "rebel", "systems", "techwin", "ii",
        "iii", "iv", "pro", "imageready", "macintosh", "windows",
    ]
}

extension String {
    fileprivate var trimmingBlanks: String {
        PlainText.oneLine(self)
    }
}
