import Testing

@testable import PhotoTree

@Suite("Tile layers")
struct TileLayerTests {
    private func layer(
        _ template: String, dark: String? = nil, subdomains: [String] = ["a", "b"], attribution: String = "© us",
        terms: String = "https://us.example/terms", maxZoom: Int = 19
    ) throws(TileLayerError) -> TileLayer {
        try TileLayer(
            kind: .street, template: template, darkTemplate: dark, subdomains: subdomains, attribution: attribution,
            terms: terms, maxZoom: maxZoom)
    }

    @Test(arguments: [
        ("https://t.example/{z}/{x}/{y}.png", ["https://t.example"]),
        ("https://{s}.t.example/{z}/{x}/{y}{r}.png?key=1&a=b", ["https://a.t.example", "https://b.t.example"]),
        ("http://127.0.0.1:8080/wmts/{z}/{y}/{x}", ["http://127.0.0.1:8080"]),
    ])
    func `an address with zoom, column and row is a layer's`(template: String, origins: [String]) throws {
        let layer = try layer(template)
        #expect(layer.template == template)
        #expect(layer.origins == origins)
    }

    @Test(arguments: [
        "", "tiles", "ftp://t.example/{z}/{x}/{y}", "javascript:{z}{x}{y}", "https:///{z}/{x}/{y}",
        "https://t.example/{z}/{x}", "https://t.example/{z}/{x}/{y}/{q}", "https://{z}.t.example/{x}/{y}",
        "https://t.example/{z}/{x}/{y}\"onload=", "https://t.example/{z}/{x}/{y};script-src",
        "https://t ex.example/{z}/{x}/{y}", "https://t.example;/{z}/{x}/{y}",
        "https://t.example/{z}/{x}/{y}\n", "https://é.example/{z}/{x}/{y}",
    ])
    func `other texts are none`(template: String) {
        #expect(throws: TileLayerError.badTemplate(template)) { try layer(template) }
        #expect(throws: TileLayerError.badTemplate(template)) {
            try layer("https://t.example/{z}/{x}/{y}", dark: template)
        }
    }

    @Test func `whom to thank and on what terms must be known`() {
        let template = "https://t.example/{z}/{x}/{y}"
        #expect(throws: TileLayerError.noAttribution(template)) { try layer(template, attribution: " ") }
        #expect(throws: TileLayerError.badTerms("their site")) { try layer(template, terms: "their site") }
        #expect(throws: TileLayerError.badZoom(25)) { try layer(template, maxZoom: 25) }
        #expect(throws: TileLayerError.badSubdomains("a b")) { try layer(template, subdomains: ["a b"]) }
        #expect(throws: TileLayerError.badTemplate("https://{s}.t.example/{z}/{x}/{y}")) {
            try layer("https://{s}.t.example/{z}/{x}/{y}", subdomains: [])
        }
    }

    @Test(arguments: TileLayer.standard)
    func `the layers we bring are layers`(standard: TileLayer) throws {
        let checked = try TileLayer(
            kind: standard.kind, template: standard.template, darkTemplate: standard.darkTemplate,
            subdomains: standard.subdomains, attribution: standard.attribution, terms: standard.terms,
            maxZoom: standard.maxZoom)
        #expect(checked == standard)
        #expect(standard.template.hasPrefix("https://"))
        #expect(!standard.template.contains("openstreetmap.org"), "it refuses pages without a Referer")
    }

    @Test func `we bring one of each kind`() {
        #expect(TileLayer.standard.map(\.kind) == TileLayer.Kind.allCases)
    }

    @Test func `an error is one line that says what is wrong`() {
        let errors: [TileLayerError] = [
            .badTemplate("x"), .badTerms("x"), .badZoom(30), .badSubdomains("x"), .noAttribution("x"),
        ]
        for error in errors {
            #expect(!error.description.contains("\n") && error.description.contains(error == .badZoom(30) ? "30" : "x"))
        }
    }
}
