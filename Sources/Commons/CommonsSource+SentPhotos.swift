internal import PhotoAPI
public import PhotoTree

// What people sent last, to tell where they photograph now.
extension CommonsSource {
    /// Takes at most two requests, for which the wiki parses no page. A search that ran out of time brings what it
    /// found first; then the quality images tell.
    public func photosSentLast(at now: Timestamp) async throws(PhotoSourceError) -> [SentPhoto]? {
        do throws(CommonsError) {
            var batch = PageBatch()
            let sent = try await ask(.sentLast)
            batch.take(sent)
            if sent.isPartial {
                batch = PageBatch()
                batch.take(try await ask(.qualityImages))
            } else if !sent.isWhole, let rest = sent.continuation {
                // What came is worth more than nothing.
                if let more = try? await ask(.sentLast, continuing: rest) { batch.take(more) }
            }
            return batch.all.compactMap(PhotoReader.sentPhoto)
        } catch {
            throw error.photoSourceError
        }
    }
}

extension PhotoReader {
    /// Nil for what is no JPEG, for a file without a position, and where the wiki hides the uploader's name.
    fileprivate static func sentPhoto(_ page: JSONValue) -> SentPhoto? {
        let file = page["imageinfo"]?.elements?.first
        guard FoundPage(page)?.isPhoto == true, file?["userhidden"]?.flag != true, let user = file?["user"]?.word,
            let point = position(page["coordinates"])
        else { return nil }
        return SentPhoto(person: user, coordinate: point)
    }
}
