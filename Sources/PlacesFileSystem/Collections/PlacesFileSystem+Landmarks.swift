import Catalog
import FUSE
import PhotoTree

// What a name in pins/ means that is no point: a sight or place of the gazetteer, a landmark that the source was asked for
// before, or one that it knows.
extension PlacesFileSystem {
    /// The point that a name means, and what is found there where the name is not the point itself; nil for what neither
    /// the gazetteer nor an answer of the source knows.
    func spot(_ meaning: PinName) async throws(Errno) -> (point: Coordinate, what: String?)? {
        switch meaning {
        case .point(let point, _): return (point, nil)
        case .nearby(let code, let name):
            guard let reference = try await known(name)?.point, let point = code.point(near: reference) else {
                return nil
            }
            return (point, nil)
        case .word(let name): return try await known(PinName.withoutRadius(name))
        }
    }

    /// Has the source look for what only it could know, so that it is known when the pin is made. The one wait of MKDIR in
    /// `pins/`: bounded, and free to be interrupted.
    func learnLandmark(_ name: String) async throws(Errno) {
        guard pins.key(likeNamed: name) == nil, !FileName.isReserved(name), let meaning = PinName(name),
            let (wanted, key) = try await landmarkToAsk(for: meaning)
        else { return }
        guard case .failure(let error) = await landmarks.answer(to: wanted, key, within: settings.timing.lookupWait)
        else { return }
        throw refused(wanted, error)
    }

    /// Why a name cannot be taken without waiting; the source is asked behind.
    func unknownNow(_ name: String, _ meaning: PinName) async -> Errno {
        do throws(Errno) {
            guard let (wanted, key) = try await landmarkToAsk(for: meaning), await landmarks.search(for: wanted, key)
            else { return await unknown(name, in: .pins) }
            return refused(wanted, .timedOut)
        } catch {
            return error
        }
    }

    /// Asks the source, and keeps its answer.
    static func landmark(
        named name: String, _ key: String, of source: any PhotoSource, keptIn catalog: Catalog
    ) async -> LandmarkSearch.Answer {
        do throws(PhotoSourceError) {
            guard let found = try await source.landmark(named: name) else { return .success(nil) }
            do throws(CatalogError) {
                try await catalog.keep(found, named: key)
                return .success(found)
            } catch {
                return .failure(.catalog(error))
            }
        } catch {
            return .failure(.source(error))
        }
    }

    private func known(_ name: String) async throws(Errno) -> (point: Coordinate, what: String?)? {
        if let place = gazetteer.pinned(named: name), let point = place.coordinate {
            return (point, "\(place.name), \(place.subtitle)")
        }
        do throws(CatalogError) {
            guard let landmark = try await catalog.landmark(named: SearchKey.of(name)) else { return nil }
            let place = await whereabouts(landmark.coordinate)
            return (landmark.coordinate, "\(PrintableText.line(landmark.title, maximumBytes: 200)), \(place)")
        } catch {
            throw mapped(.catalog(error), "find", .pins)
        }
    }

    @concurrent private func whereabouts(_ point: Coordinate) async -> String {
        gazetteer.words(for: point)
    }

    /// What the source is to be asked for, with the key of the answer; nil where nothing is, or the source cannot be asked.
    private func landmarkToAsk(for meaning: PinName) async throws(Errno) -> (name: String, key: String)? {
        guard source.findsLandmarks, !isPlaceholder(meaning) else { return nil }
        let name: String
        switch meaning {
        case .point: return nil
        case .nearby(_, let place): name = place
        case .word(let word): name = PinName.withoutRadius(word)
        }
        let key = SearchKey.of(name)
        guard !key.isEmpty, try await known(name) == nil else { return nil }
        return (name, key)
    }

    private func refused(_ name: String, _ error: RefreshError) -> Errno {
        let errno = Errno(error)
        guard errno != .interrupted else { return errno }
        let sentence: String
        let shown = PrintableText.line(name, maximumBytes: 100)
        if case .timedOut = error {
            sentence = "\(source.name) is still looking for \"\(shown)\"; try again in a moment"
        } else {
            sentence =
                "\"\(shown)\" is not in the built-in list, and \(source.name) could not be asked: \(error.sentence)"
        }
        refusedNames.note(sentence, in: .pins, at: now())
        return reported(errno, "mkdir", DirectoryKey.pins.text, sentence)
    }
}
