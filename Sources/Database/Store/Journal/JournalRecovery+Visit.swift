import Foundation

extension JournalRecovery {
    /// A put or a delete, with what is known of its collection.
    struct Record {
        let name: String
        let isDelete: Bool
        let json: Range<Int>
        let line: Range<Int>
        /// The version that was named for it.
        let version: Int?
        let declared: Int?
    }

    /// Shows the records of a file to a visitor.
    ///
    /// - Returns: Where the lines begin that have no place in a batch; how many records do not fit their type (their
    ///   batch is whole, so some other version of the app wrote them); and the versions that this file has named.
    mutating func visit(
        _ bytes: [UInt8], _ file: Found, id: UInt32, _ versions: inout [String: Int],
        _ visitor: inout some JournalVisitor
    ) -> (strays: Set<Int>, unreadableRecords: Int, named: [String: Int]) {
        var strays: Set<Int> = []
        var unreadableRecords = 0
        var unknown: Set<String> = []
        let named = walk(bytes, file, &versions) { record in
            guard let declared = record.declared else {
                unknown.insert(record.name)
                return
            }
            do {
                let json = bytes[record.json]
                if record.isDelete {
                    try visitor.delete(record.name, id: json)
                } else {
                    try visitor.put(
                        record.name, json: json, file: id, offset: file.offset + record.json.lowerBound,
                        version: record.version ?? declared)
                }
            } catch {
                // Not swallowed: it is counted, and named by `verify()`.
                unreadableRecords += 1
                visitor.keep(
                    unreadableRecord: record.name, isDelete: record.isDelete, json: bytes[record.json], file: id,
                    offset: file.offset + record.json.lowerBound)
            }
        } stray: {
            strays.insert($0)
        } commit: {
            visitor.commit($0)
        }
        undeclared.formUnion(unknown)
        return (strays, unreadableRecords, named)
    }

    /// Goes over the whole batches of a file.
    ///
    /// - Parameters:
    ///   - bytes: What was read of it.
    ///   - file: The file.
    ///   - versions: The versions that were named last; of the files before at first, of this one afterwards.
    ///   - body: Called for each record.
    ///   - stray: Called with where a line begins that has no place in a batch.
    ///   - commit: Called behind each batch.
    /// - Returns: The versions that this file has named.
    @discardableResult
    func walk(
        _ bytes: [UInt8], _ file: Found, _ versions: inout [String: Int], _ body: (Record) throws -> Void,
        stray: (Int) -> Void = { _ in }, commit: (UInt64) -> Void = { _ in }
    ) rethrows -> [String: Int] {
        var named: [String: Int] = [:]
        try bytes.withUnsafeBufferPointer { buffer in
            // Most lines are about the collection of the line before.
            var cached = 0..<0
            var (name, version, declared): (String, Int?, Int?) = ("", nil, nil)
            // Batches that an earlier file had already say nothing new, and what is older must not overwrite it.
            for batch in file.scan.batches where batch.number >= file.from {
                try JournalLine.forEach(buffer, in: batch.records) { line in
                    let (range, json): (Range<Int>, Range<Int>)
                    var isDelete = false
                    switch JournalLine(buffer, line) {
                    case .put(let name, let value): (range, json) = (name, value)
                    case .delete(let name, let value): (range, json, isDelete) = (name, value, true)
                    case .schema(let name, let version):
                        let text = JournalLine.text(buffer, name)
                        named[text] = version
                        versions[text] = version
                        cached = 0..<0
                        return
                    case .head, .trailer, nil:
                        stray(line.lowerBound)
                        return
                    }
                    if range.count != cached.count || !isSame(buffer, range, cached) {
                        name = JournalLine.text(buffer, range)
                        (version, declared) = (versions[name], schemas[name])
                    }
                    cached = range
                    try body(
                        Record(
                            name: name, isDelete: isDelete, json: json, line: line, version: version,
                            declared: declared))
                }
                commit(batch.number)
            }
        }
        return named
    }

    private func isSame(_ bytes: JournalLine.Bytes, _ one: Range<Int>, _ other: Range<Int>) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        return memcmp(base + one.lowerBound, base + other.lowerBound, one.count) == 0
    }
}
