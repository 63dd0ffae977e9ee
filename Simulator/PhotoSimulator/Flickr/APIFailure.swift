/// An error that Flickr documents, answered under HTTP 200.
struct APIFailure: Error, Hashable, Sendable {
    var code: Int
    var message: String

    static let badKey = APIFailure(code: 100, message: "Invalid API Key (Key has invalid format)")
    static let unknownKey = APIFailure(code: 100, message: "Invalid API Key (Key not found)")
    static let missingParameter = APIFailure(code: 1, message: "Required parameter missing")
    static let photoNotFound = APIFailure(code: 1, message: "Photo not found")
    static let tooManyTags = APIFailure(code: 1, message: "Too many tags in ALL query")
    static let unknownUser = APIFailure(code: 2, message: "Unknown user")
    static let parameterless = APIFailure(
        code: 3,
        message: "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.")
    static let nothingInteresting = APIFailure(
        code: 1, message: "No interesting photos are available for that date")
    static let excessiveOffset = APIFailure(code: 20, message: "Excessive photo offset in search")
    static let userNotFound = APIFailure(code: 1, message: "User not found")
    static let illogical = APIFailure(code: 18, message: "Illogical arguments")
    static let badPlaceType = APIFailure(code: 2, message: "Not a valid place type")
    static let badDate = APIFailure(code: 3, message: "Not a valid date")
    static let badPlaceID = APIFailure(code: 4, message: "Not a valid Place ID")
    static let placeNotFound = APIFailure(code: 1, message: "Place not found")
    static let badURL = APIFailure(code: 116, message: "Bad URL found")

    static func unknownFormat(_ format: String) -> APIFailure {
        APIFailure(code: 111, message: "Format \"\(format)\" not found")
    }

    static func unknownMethod(_ method: String) -> APIFailure {
        APIFailure(code: 112, message: "Method \"\(method)\" not found")
    }

    /// Flickr's texts for the general codes, for failures made on demand.
    static func documented(_ code: Int) -> APIFailure {
        let message =
            switch code {
            case 1: "Photo not found"
            case 2: "Unknown user"
            case 3: parameterless.message
            case 4: "You don't have permission to view this pool"
            case 10: "Sorry, the Flickr search API is not currently available."
            case 18: "Illogical arguments"
            case 95: "SSL is required"
            case 99: "Insufficient permissions. Method requires read privileges; none granted."
            case 100: "Invalid API Key (Key has expired)"
            case 105: "Service currently unavailable"
            case 106: "Write operation failed"
            case 111: "Format not found"
            case 112: "Method not found"
            case 116: "Bad URL found"
            default: "Sorry, the Flickr API service is not currently available."
            }
        return APIFailure(code: code, message: message)
    }
}
