/// What a name means, and whether that is a place, a spot or an area: what is typed, and the identifier of what is
/// meant; "geoname" or "spot" where its number does not matter. "-" is nothing.
enum MeantKinds {
    static let rows: [(typed: String, id: String)] = lines.split(separator: "\n").flatMap { line in
        let parts = line.split(separator: "|").map { String($0).trimming() }
        return parts.dropFirst().map { ($0, parts[0]) }
    }

    private static let lines = """
        area:JM | Jamaica | jamaica
        area:AM | Armenia | Armenien | Arménie
        area:EC | Équateur | Ecuador
        area:TH | Tailandia | Tailândia | Thailand
        area:GF | French Guiana | Guyane | Französisch-Guyana | Guayana Francesa
        area:GP | Guadeloupe
        area:RE | Réunion
        area:LU | Luxembourg | Luxemburg
        geoname:1880252 | Singapore | Singapur
        geoname:223817 | Djibouti
        geoname:2971053 | Valence
        geoname:2509954 | Valencia
        area:~lake-district-gb | Lake District | Lake District, UK | Lake District, England
        area:~cinque-terre-it | Cinque Terre | Cinque Terre, Italy
        area:~okavango-delta-bw | Okavango Delta | Okavango Delta, Botswana
        area:~lake-tahoe-us | Lake Tahoe | Lake Tahoe, California | Lake Tahoe, Nevada | Lake Tahoe, USA
        area:~chobe-bw | Chobe | Chobe National Park | Chobe National Park, Botswana
        area:~yellowstone-us | Yellowstone, USA | Yellowstone, Wyoming | Yellowstone, Montana
        area:~great-barrier-reef-au | Great Barrier Reef, Australia
        area:~easter-island-cl | Easter Island, Chile
        area:~everglades-us | Everglades, Florida
        spot | Botswana/Okavango Delta | United Kingdom/Lake District
        geoname | La Paz, Bolivia
        area:~alps-ch | Alps | Alps, Austria | Alps, Switzerland | Alps, France | Alpen, Österreich
        area:~patagonia-ar | Patagonia, Chile | Patagonia, Argentina
        area:~swedish-lapland-se | Lapland, Sweden
        area:IT-BZ | Tyrol, Italy
        area:AT-7 | Tyrol | Tirol | Tyrol, Austria
        area:~lake-constance-de | Lake Constance, Switzerland | Lake Constance, Austria | Bodensee
        area:~borneo-id | Borneo, Malaysia | Borneo
        area:~kashmir-in | Kashmir, Pakistan
        area:~greek-macedonia-gr | Macedonia, Greece
        area:MK | Macedonia
        area:~french-basque-country-fr | Basque Country, France
        area:ES-PV | Basque Country
        area:~tatra-mountains-pl | Tatra Mountains, Slovakia
        area:~caucasus-ru | Caucasus, Georgia
        spot:~matterhorn-ch | Matterhorn, Italy | Matterhorn, Switzerland
        spot:iguazu-falls-ar | Iguazu Falls, Brazil | Iguazú
        geoname:879431 | Victoria Falls, Zambia
        area:~galapagos-ec | Galápagos | Galapagos | Galápagos Islands | ガラパゴス諸島 | Galápagos, Ecuador
        area:~kamchatka-ru | Kamchatka | Камчатка
        area:~yosemite-national-park-us | Yosemite | Yosemite National Park | Yosemite, California
        area:~serengeti-national-park-tz | Serengeti | Serengeti National Park
        area:~masai-mara-national-reserve-ke | Masai Mara
        area:~torres-del-paine-national-park-cl | Torres del Paine
        area:~chitwan-national-park-np | Chitwan
        area:~la-palma-island-es | La Palma | La Palma, Spain | La Palma, Canary Islands
        area:~pico-island-pt | Pico
        area:~grand-canyon-us | Grand Canyon | Grand Canyon National Park | Grand Canyon, Arizona
        area:~salar-de-uyuni-bo | Salar de Uyuni
        area:~durmitor-me | Durmitor National Park | Durmitor National Park, Montenegro
        area:~jotunheimen-no | Jotunheimen National Park
        area:~rugen-de | Insel Rügen | Rügen
        area:IE-CE | County Clare
        area:CH-BE | Kanton Bern
        geoname | Bern | Banff | Delft | Jasper, Alberta
        geoname | Cambridge, Mass. | Springfield, Ill. | Kinsale, Co. Cork | Durham, County Durham | Whitby, Yorkshire
        - | me | it | us | in | and | B&W
        area:US | US | U.S. | USA | usa
        area:GB | uk | UK
        area:~upper-bavaria-de | Oberbayern | Upper Bavaria | Regierungsbezirk Oberbayern
        area:~lusatia-de | Lausitz
        area:~ore-mountains-de | Erzgebirge
        area:~vercors-fr | Vercors
        area:~lake-annecy-fr | Lac d'Annecy
        area:~lake-kawaguchi-jp | 河口湖 | Lake Kawaguchi
        spot | Shoreditch | Ehrenfeld | Schwabing | 三里屯 | 下北沢 | Triana | Roma Norte | Ueno | 上野 | Pragser Wildsee
        spot | Palermo, Buenos Aires | Santa Cruz, Sevilla | Belleville, Paris | SoHo, New York | Chinatown, London
        geoname | Palermo | Brihuega | Salento, Colombia | Maras, Perú | St. Moritz | Bad Ischl | Banaue
        """
}

extension String {
    fileprivate func trimming() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
