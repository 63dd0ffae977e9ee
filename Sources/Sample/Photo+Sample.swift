import PhotoTree

extension Photo {
    init(_ record: SampleRecord) {
        self.init(
            id: PhotoID(record.id), title: record.title, description: PlainText.from(html: record.description),
            owner: record.owner, ownerName: record.ownerName, license: License(sample: record.license),
            taken: Timestamp(civil: record.taken), uploaded: Timestamp(record.uploaded),
            coordinate: record.position.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) },
            accuracy: record.position == nil ? nil : record.accuracy,
            tags: SampleSource.normalised(tags: record.tags), views: record.views,
            pageURL: "https://www.flickr.com/photos/\(record.owner)/\(record.id)/",
            renditions: SampleSource.sizes.compactMap { size in
                record.renditions.first { $0.suffix == size }.map {
                    Rendition(
                        name: size, width: $0.width, height: $0.height,
                        url: "sample://sample/\(record.id)_\(size).jpg")
                }
            })
        sourceAttributes["sample.woeid"] = record.woeid
    }
}

extension License {
    /// - Parameter number: The number of one of Flickr's licences; nil for one that no photo of the sample has.
    init?(sample number: String) {
        func commons(_ terms: String) -> License {
            License(
                id: number, name: "CC \(terms) 2.0",
                url: "https://creativecommons.org/licenses/\(terms.lowercased())/2.0/")
        }
        switch number {
        case "0":
            let help = "https://www.flickrhelp.com/hc/en-us/articles"
            self.init(
                id: number, name: "All rights reserved",
                url: "\(help)/10710266545556-Using-Flickr-images-shared-by-other-members")
        case "1": self = commons("BY-NC-SA")
        case "2": self = commons("BY-NC")
        case "3": self = commons("BY-NC-ND")
        case "4": self = commons("BY")
        case "5": self = commons("BY-SA")
        case "6": self = commons("BY-ND")
        case "8":
            self.init(
                id: number, name: "United States Government Work", url: "https://www.usa.gov/government-copyright")
        case "9":
            self.init(id: number, name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/")
        case "10":
            self.init(
                id: number, name: "Public Domain Mark 1.0", url: "https://creativecommons.org/publicdomain/mark/1.0/")
        default: return nil
        }
    }
}

extension Timestamp {
    /// Reads a camera's local time without a zone, "2019-05-04 18:20:11", as UTC; nil if the text is none.
    init?(civil text: String) {
        let numbers = text.split { "-: ".contains($0) }.compactMap { Int($0) }
        guard numbers.count == 6, text.utf8.count == 19 else { return nil }
        guard
            let time = CivilTime.timestamp(
                year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
                second: numbers[5])
        else { return nil }
        self = time
    }
}
