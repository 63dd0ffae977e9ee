package import HTTP
package import PhotoTree

extension PhotoSourceError {
    /// Converts an HTTP error of `service` ("Flickr"). `safe` makes foreign text fit for display: one line, no secret.
    package init(_ error: HTTPError, from service: String, safe: (String) -> String = ErrorText.line) {
        self =
            switch error {
            case .unreachable(let text): .unreachable(safe(text))
            case .timedOut(let text): .timedOut(safe(text))
            case .cutShort(let text): .failed(safe("\(service)'s answer was cut short: \(text)"))
            case .bodyTooLarge(let limit): .failed("\(service)'s answer is larger than \(limit) bytes")
            case .redirectRefused(let target): .failed(safe("\(service)'s API redirects elsewhere, to \(target)"))
            case .badURL(let text): .failed(safe("no address that can be asked: \(text)"))
            case .backingOff(let time): .backingOff(time)
            case .cancelled: .cancelled
            case .displaced: .timedOut(safe(error.summary))
            case .failed(let text): .failed(safe(text))
            }
    }
}

/// Foreign text in our errors.
package enum ErrorText {
    /// One line of at most 200 bytes. Remove secrets before this call: cutting the text could leave half of one.
    package static func line(_ text: String) -> String {
        PrintableText.line(text, maximumBytes: 200)
    }
}
