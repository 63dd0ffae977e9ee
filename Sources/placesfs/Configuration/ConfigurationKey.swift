internal import PlacesFileSystem

/// All settings of a mount, named as in the configuration file. As an option a key is `--name`, after `-o` it is `name`
/// with `_` or `-`.
enum ConfigurationKey: String, CaseIterable, Sendable {
    case source
    case flickrAPIKey = "flickr-api-key"
    case mirror
    case apiBase = "api-base"
    case imageBase = "image-base"
    case allowPlainHTTP = "allow-plain-http"
    case contact
    case proxy

    case cacheSize = "cache-size"
    case rendition
    case photoSizeLimit = "photo-size-limit"
    case thumbnails
    case thumbnailers
    case thumbnailCacheSize = "thumbnail-cache-size"
    case photosPerPlace = "photos-per-place"
    case photosPerPin = "photos-per-pin"
    case sort
    case license
    case sidecars
    case embed
    case sizes
    case exactSizePrograms = "exact-size-programs"

    case streetTiles = "street-tiles"
    case satelliteTiles = "satellite-tiles"
    case labelTiles = "label-tiles"
    case leafletDirectory = "leaflet-dir"

    case allowOther = "allow-other"
    case allowRoot = "allow-root"
    case readOnly = "read-only"
    case fsname

    case stateDirectory = "state-dir"
    case cacheDirectory = "cache-dir"
    case logLevel = "log-level"
    case logFile = "log-file"

    case connectTimeout = "connect-timeout"
    case firstByteTimeout = "first-byte-timeout"
    case lowSpeed = "low-speed"
    case lowSpeedTime = "low-speed-time"
    case connections
    case bandwidth
    case retries
    case retryPause = "retry-pause"
    case retryAfterLimit = "retry-after-limit"
    case hostWait = "host-wait"
    case hostDownAfter = "host-down-after"
    case hostProbePause = "host-probe-pause"
    case apiRequestsPerHour = "api-requests-per-hour"
    case imagesPerHour = "images-per-hour"
    case listingWait = "listing-wait"
    case listingLifetime = "listing-lifetime"
    case topPlacesLifetime = "top-places-lifetime"
    case confirmAfter = "confirm-after"

    /// A key as it is written after `-o` or in the file. The short words of mount(8) are understood, too.
    init?(word: String) {
        switch word {
        case "ro": self = .readOnly
        default:
            guard let key = ConfigurationKey(rawValue: word.replacing("_", with: "-")) else { return nil }
            self = key
        }
    }

    /// Whether the key can stand without a value, or takes yes or no.
    var isSwitch: Bool {
        switch self {
        case .allowPlainHTTP, .allowOther, .allowRoot, .readOnly: true
        default: false
        }
    }

    /// The default value, as the user would write it; nil when the text of `help` tells it.
    var standard: String? {
        switch self {
        case .cacheSize: "10M"
        case .photoSizeLimit: "64M"
        case .thumbnails: "small"
        case .thumbnailers: ThumbnailerPolicy.standardList
        case .thumbnailCacheSize: "2M"
        case .photosPerPlace, .photosPerPin: "50"
        case .sort: "newest"
        case .license: "any"
        case .sidecars: "listed"
        case .embed: "credit"
        case .sizes: "estimated"
        case .exactSizePrograms: ExactSizePolicy.standardList
        case .allowPlainHTTP, .allowOther, .allowRoot, .readOnly: "no"
        case .logLevel: "info"
        case .connectTimeout: "10s"
        case .firstByteTimeout: "7s"
        case .lowSpeed: "1KB"
        case .lowSpeedTime: "15s"
        case .connections: "8"
        case .bandwidth: "none"
        case .retries: "3"
        case .retryPause: "1s"
        case .retryAfterLimit: "10m"
        case .hostWait: "20s"
        case .hostDownAfter: "4"
        case .hostProbePause: "10s"
        case .apiRequestsPerHour: "3360"
        case .imagesPerHour: "3000"
        case .listingWait: "30s"
        case .listingLifetime: "6h"
        case .topPlacesLifetime: "24h"
        case .confirmAfter: "30d"
        default: nil
        }
    }

    /// A value for an error that shows how the key is written.
    var example: String {
        switch self {
        case .source: "commons"
        case .contact: "you@example.org"
        default: standard ?? "…"
        }
    }

    /// The text of `--help`: what the key does, its unit and its default.
    var help: String {
        let text =
            switch self {
            case .source:
                "Where photos come from: flickr, commons or sample (default: flickr if you have a key, else commons; "
                    + "sample if commons does not answer)."
            case .flickrAPIKey: "The key that Flickr gave you (default: none); in the file only."
            case .mirror:
                "Address of your team's caching mirror. The mirror has the key, so the mount needs none (default: none)."
            case .apiBase: "Address of the API of a simulator or a test, or none (default: the source's own)."
            case .imageBase: "Scheme and host of all image addresses, or none (default: as the API says)."
            case .allowPlainHTTP: "Allow http without TLS for --mirror, --api-base and --image-base on other machines"
            case .contact:
                "Your mail or web address. Wikimedia asks programs for one and gets it with each request (default: the "
                    + "builder's)."
            case .proxy:
                "Proxy for all requests, http://HOST:PORT or socks5h://HOST:PORT, or none (default: that of https_proxy)."
            case .cacheSize: "Disk space for photos, in bytes or with K, M, G"
            case .rendition: "Largest size of image to fetch, by the source's name (default: Flickr b, Commons 1280)."
            case .photoSizeLimit: "Largest photo: what is larger is an error"
            case .thumbnails: "What thumbnailers read: small (renditions of about 320 pixels) or original (the photos)"
            case .thumbnailers:
                "Programs that only draw thumbnails, separated by commas. NAME PLUGIN: a program that does so only "
                    + "with this plug-in"
            case .thumbnailCacheSize: "Disk space for small renditions, in addition to --cache-size"
            case .photosPerPlace: "Most photos in the folder of a place, 1 to 500"
            case .photosPerPin: "Most photos in the album of a pin, 1 to 500"
            case .sort: "Which photos of a place come first: newest or interesting"
            case .license: "Which photos to show: any, cc, commercial or public-domain"
            case .sidecars:
                "The .geojson file beside each photo: listed, unlisted (ls does not show it, but it opens) or none"
            case .embed:
                "Which photo files name their author and licence inside: credit (all but originals), all or none"
            case .sizes:
                "The size of a photo that nobody has read: estimated, or exact at a request for each photo of a folder "
                    + "that is opened"
            case .exactSizePrograms:
                "Programs that always get exact sizes, separated by commas, or none. NAME WORD: only when this is the "
                    + "program's first argument"
            case .streetTiles:
                "Street map of map.html: 'https://…/{z}/{x}/{y}.png | credit | terms' (default: EOX), or none."
            case .satelliteTiles: "Satellite pictures of map.html, in the same form (default: EOX), or none."
            case .labelTiles: "Names and borders over the satellite pictures, in the same form (default: EOX), or none."
            case .leafletDirectory: "Folder of Leaflet's files (default: /usr/share/javascript/leaflet)."
            case .allowOther: "Let other users read the mount; needs user_allow_other in /etc/fuse.conf"
            case .allowRoot:
                "Let root read the mount, so that backups and indexers of root do not fail there; needs "
                    + "user_allow_other in /etc/fuse.conf"
            case .readOnly: "Nobody can add places, drop pins or remove photos"
            case .fsname: "What mount(8) shows in its first column (default: placesfs and the source)."
            case .stateDirectory:
                "Folder for the database of places, pins and photos (default: $XDG_DATA_HOME/placesfs)."
            case .cacheDirectory: "Folder for photos (default: $XDG_CACHE_HOME/placesfs)."
            case .logLevel: "Least important message to log: trace, debug, info, notice, warning or error"
            case .logFile: "Log to this file (default: $XDG_STATE_HOME/placesfs/placesfs.log; with -f, stderr)."
            case .connectTimeout: "Give up connecting after this time, in seconds or with ms, s, m"
            case .firstByteTimeout: "Give up waiting for an answer to begin after this time, and ask once more"
            case .lowSpeed: "A transfer below this many bytes a second has stalled"
            case .lowSpeedTime: "A transfer that is so slow for this time is given up"
            case .connections: "How many photos are loaded from one host at a time, 1 to 64; stalled ones do not count"
            case .bandwidth: "Most bytes a second from all hosts together"
            case .retries:
                "How often a failed request is sent again, 0 to 10; at most once after a timeout or without a connection"
            case .retryPause:
                "Pause before a failed request is repeated: a random time between this and its double. It doubles each time"
            case .retryAfterLimit: "Longest pause that a host can ask for"
            case .hostWait:
                "When a host asks for a longer pause than this, a program that waits for it gets an error at once"
            case .hostDownAfter: "A host counts as down after this many failures in a row, 1 to 100"
            case .hostProbePause: "A host that is down is tried again after 1s, then after twice that, up to this time"
            case .apiRequestsPerHour:
                "Most requests to the API in an hour. For a server on this machine there is no limit unless you set one"
            case .imagesPerHour:
                "Most images to fetch in an hour. From a server on this machine there is no limit unless you set one"
            case .listingWait: "Longest time that opening a folder waits for its first list of photos"
            case .listingLifetime: "Ask again which photos a place has after this time, in seconds or with ms, s, m, h"
            case .topPlacesLifetime: "Ask again which places there are after this time"
            case .confirmAfter: "After this time in the cache, ask whether the source still has the photo. Up to 30d"
            }
        return standard.map { "\(text) (default: \($0))." } ?? text
    }
}
