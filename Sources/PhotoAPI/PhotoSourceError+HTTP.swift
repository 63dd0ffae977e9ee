package import HTTP
package import PhotoTree

extension PhotoSourceError {
    /// Why `service` ("Flickr") was not heard. `safe` makes others' words fit to be shown: one line, no secret.
    package init(_ error: HTTPError, from service: String, safe: (String) -> String = ErrorText.line) {
        self =
            switch error {
            case .unreachable(let text): .unreachable(safe(text))
            case .timedOut(let text): .timedOut(safe(text))
            case .cutShort(let text): .failed(safe("\(service)'s answer was cut short: \(text)"))
            case .bodyTooLarge(let limit): .failed("\(service)'s answer is larger than \(limit) bytes")
            case .redirectRefused(let target): .failed(safe("\(service)'s API redirects elsewhere, to \(target)"))
            case .badURL(let text): .failed(safe("no address that can be asked: \(text)"))
            case .backingOff(let time):
                .tooManyRequests("\(service) is left alone for another \(max(1, time.components.seconds)) s")
            case .cancelled: .cancelled
            case .displaced: .timedOut(safe(error.summary))
            case .failed(let text): .failed(safe(text))
            }
    }
}

/// Others' words in our errors.
package enum ErrorText {
    /// One line of at most 200 bytes. What must not be told is to be taken out before: a cut leaves half of it.
    package static func line(_ text: String) -> String {
        PrintableText.line(text, maximumBytes: 200)
    }
}
