import Core

extension StoreReading {
    /// Names the files of the journal that are damaged.
    func damages() throws -> [StoreDamage] {
        var damages: [StoreDamage] = []
        var found: [JournalRecovery.Found] = []
        let tip = try StoreTip.read(files, directory)
        for segment in try files.list(directory).compactMap(Journal.segment(ofName:)).sorted()
        where segment <= tip?.position.segment ?? .max {
            let path = Journal.path(directory, segment)
            guard var bytes = try files.contents(of: path) else { continue }
            if segment == tip?.position.segment { bytes = Array(bytes.prefix(tip?.position.offset ?? 0)) }
            found.append(
                JournalRecovery.Found(
                    segment: segment, path: path, size: bytes.count, scan: JournalScan(bytes, segment: segment),
                    bytes: nil))
        }
        let reader = lineReader([:])
        _ = reader.takeSuperseded(&found)
        _ = reader.takeBlanks(&found)
        var expected: UInt64 = 1
        for (position, file) in found.enumerated() {
            if reader.isDamaged(file, from: expected, isLast: position == found.count - 1) {
                damages.append(StoreDamage(found: file.path, file.scan))
            }
            expected = max(expected, file.scan.next)
        }
        return damages
    }
}

extension StoreReading {
    /// Notes which collections a file holds in another version.
    func refuse(_ scan: JournalScan, _ path: String, _ content: inout Content) throws(StoreError) {
        if scan.holdsUnknownLines || scan.format.map({ $0 > JournalLine.format }) ?? false {
            throw StoreError(
                .storeTooNew, path: path,
                message: "'\(path)' was written by a newer version of this app. Update the app; nothing was changed.")
        }
        for naming in scan.validNamings {
            guard let refusal = refusal(of: naming.name, stored: naming.version) else { continue }
            content.refusals[naming.name] = refusal
        }
    }

    func refusal(of name: String, stored: Int) -> StoreError? {
        guard let declared = environment.definitions[name]?.version, declared != stored else { return nil }
        if stored > declared {
            return StoreError(
                .storeTooNew, path: directory,
                message: """
                    '\(directory)' holds version \(stored) of '\(name)', and this app knows \(declared). Update the app; \
                    the other collections can be read.
                    """)
        }
        return StoreError(
            .storeTooOld, path: directory,
            message: """
                '\(directory)' holds version \(stored) of '\(name)', and this app has \(declared). Open the store for \
                writing once, which lifts the records.
                """)
    }

    func damaged(_ path: String) -> StoreError {
        StoreError(
            .storeDamaged, path: path,
            message: """
                '\(path)' is damaged. Open the store for writing: the file is kept aside then, and every whole batch is \
                salvaged.
                """)
    }
}

extension Error {
    /// Whether a file could not be read because another process has replaced it.
    var isSuperseded: Bool {
        if case .disk(let error) = self as? RunFailure { return error.isSuperseded }
        return (self as? any LocatedError)?.code == .snapshotSuperseded
    }
}
