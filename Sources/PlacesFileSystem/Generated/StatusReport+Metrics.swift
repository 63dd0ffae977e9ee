/// The report for scrapers, in the text format of Prometheus. Names follow its conventions: a unit at the end, `_total`
/// behind a value that only grows. docs/operating.md says what to watch. A name, once published, stays.
extension StatusReport {
    private struct Metric {
        var name: String
        var kind: String
        var help: String
        var samples: [(labels: [(name: String, value: String)], value: Int64)]

        static func gauge(_ name: String, _ help: String, _ value: Int64) -> Metric {
            Metric(name: name, kind: "gauge", help: help, samples: [([], value)])
        }

        static func counter(_ name: String, _ help: String, _ value: Int64) -> Metric {
            Metric(name: name, kind: "counter", help: help, samples: [([], value)])
        }

        var lines: [String] {
            ["# HELP placesfs_\(name) \(help)", "# TYPE placesfs_\(name) \(kind)"]
                + samples.map { sample in
                    let labels = sample.labels.map { "\($0.name)=\"\(Metric.escaped($0.value))\"" }
                    return "placesfs_\(name)" + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
                        + " \(sample.value)"
                }
        }

        /// "label_value can be any sequence of UTF-8 characters, but the backslash, double-quote, and line feed
        /// characters have to be escaped" (exposition formats, text-based format).
        private static func escaped(_ value: String) -> String {
            value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        }
    }

    var metrics: String {
        let metrics = [
            Metric(
                name: "build_info", kind: "gauge", help: "1; its labels say which program serves which source.",
                samples: [([("version", version), ("source", source)], 1)]),
            .gauge("start_time_seconds", "When the mount began, in seconds since 1970.", startTime),
            .gauge("cache_bytes", "Bytes of photos in the cache.", cacheBytes),
            .gauge("cache_limit_bytes", "The limit of the cache.", cacheLimit),
            .gauge("cache_photos", "Photos in the cache.", Int64(cachePhotos)),
            .gauge(
                "cache_refetched_photos", "Photos evicted and fetched again in the last 24 hours.",
                Int64(cacheRefetchedPhotos)),
            .gauge("cache_refetched_bytes", "Bytes of photos that came again so.", cacheRefetchedBytes),
            .gauge(
                "cache_sufficient_limit_bytes", "The limit that would have kept those; 0 when there are none.",
                cacheSufficientLimit ?? 0),
            .counter("thumbnails_served_total", "Small renditions served to thumbnailers.", Int64(thumbnailsServed)),
            .counter("thumbnails_served_bytes_total", "Bytes of small renditions served.", thumbnailBytes),
            .gauge("thumbnail_cache_bytes", "Bytes of small renditions in their cache.", thumbnailCacheBytes),
            .gauge("thumbnail_cache_limit_bytes", "The limit of that cache.", thumbnailCacheLimit),
            .gauge("kept_photos", "Photos that are kept offline.", Int64(kept.reduce(0) { $0 + $1.photos })),
            .gauge(
                "kept_missing_photos", "Photos of kept folders that are not here yet.",
                Int64(kept.reduce(0) { $0 + $1.of - $1.photos })),
            .gauge("kept_bytes", "Bytes of what is kept offline.", keptBytes),
            .gauge("keep_limit_bytes", "The limit of that.", keepLimit),
            .gauge("small_images_last_hour", "Small renditions asked for in the last hour.", Int64(smallInHour)),
            .gauge("images_last_hour", "Photos asked for in the last hour.", Int64(imagesInHour)),
            .gauge(
                "images_last_hour_limit", "How many of each may be; 0 where there is no limit.",
                Int64(imagesPerHour ?? 0)),
            .gauge("images_wait_seconds", "In so many seconds the next image may be asked for.", imagesWait ?? 0),
            .gauge("downloads", "Downloads under way.", Int64(downloads.count)),
            .gauge("open_files", "Files open.", Int64(openFiles)),
            .gauge("open_directories", "Directories open.", Int64(openDirectories)),
            .gauge("known_inodes", "Inodes the kernel knows.", Int64(knownInodes)),
            .gauge("pins", "Pins dropped.", Int64(pins)),
            .gauge("searches", "Folders whose name is a query.", Int64(searches)),
            .gauge("albums", "Albums made.", Int64(albums)),
            .gauge("pins_awaiting", "Pins whose photos have not come yet.", Int64(pinsAwaiting)),
            .gauge("topics", "Topics of tags.", Int64(topics)),
            .gauge("listed_directories", "Directories listed at least once.", Int64(listedDirectories)),
            .gauge("refreshing_directories", "Directories being listed anew.", Int64(refreshing.count)),
            .gauge("listings_queued", "Listings that wait for their turn.", Int64(listingsQueued)),
            .counter("errors_total", "Errors answered to processes.", Int64(errorsTotal)),
            .counter("refused_names_total", "Names that mean nothing and were not made.", Int64(refusedTotal)),
            ofHosts("requests_total", "counter", "Requests sent.") { $0.requests },
            ofHosts("requests_running", "gauge", "Requests under way.") { $0.running },
            ofHosts("requests_queued", "gauge", "Requests waiting for their turn.") { $0.queued },
            ofHosts("host_up", "gauge", "0 while the host does not answer.") { $0.isDown ? 0 : 1 },
        ]
        return metrics.filter { !$0.samples.isEmpty }.flatMap(\.lines).joined(separator: "\n") + "\n"
    }

    private func ofHosts(_ name: String, _ kind: String, _ help: String, _ value: (Host) -> Int) -> Metric {
        Metric(
            name: name, kind: kind, help: help,
            samples: hosts.map { ([("host", $0.host)], Int64(value($0))) })
    }
}
