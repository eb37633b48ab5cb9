package import Foundation

/// An encoder and decoder of archive files.
///
/// The file is one JSON object: `format`, `version`, `date`, the lists with one entry a line, and last of all `sha256`,
/// the checksum of everything in front of it. Keys are sorted, unknown values are left out, dates are seconds since
/// 1970, and equal archives are equal bytes.
///
/// Blocks: some microseconds for each entry.
package enum ArchiveCoder {
    /// The version that is written, and the newest that is understood.
    private static let currentVersion = 1
    /// The default limit of an archive's size: 256 MiB.
    package static let maximumBytes = 268_435_456

    private static let opening = Data(#"{"format":"lantern-archive","version":"#.utf8)
    private static let checksumOpening = Data(#""sha256":""#.utf8)
    private static let closing = Data(#""}"#.utf8)
    private static let checksumCount = 64

    // MARK: Writing

    /// Encodes an archive as a whole file, with a newline at its end.
    ///
    /// - Throws: `EncodingError` for a number that is not finite, which no store has.
    package static func encode(_ archive: Archive) throws -> Data {
        let encoder = makeEncoder()
        var data = opening
        data += Data("\(currentVersion),\"date\":".utf8)
        data += try encoder.encode(archive.date)
        data += Data(",\n".utf8)
        try append(archive.statuses, named: "statuses", to: &data, encoder)
        if !archive.marks.isEmpty { try append(archive.marks, named: "marks", to: &data, encoder) }
        try append(archive.posts, named: "posts", to: &data, encoder)
        let extras = archive.posts.compactMap { post in
            archive.extras[post.id].map { Extras(id: post.id, fields: $0.text) }
        }
        if !extras.isEmpty { try append(extras, named: "extras", to: &data, encoder) }
        if !archive.drafts.isEmpty { try append(archive.drafts, named: "drafts", to: &data, encoder) }
        try append(archive.sources, named: "sources", to: &data, encoder)
        try append(archive.settings, named: "settings", to: &data, encoder)
        let checksum = checksum(of: data)
        return data + checksumOpening + Data(checksum.utf8) + closing + Data("\n".utf8)
    }

    static func makeEncoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static func append(
        _ entries: [any Encodable], named name: String, to data: inout Data, _ encoder: JSONEncoder
    ) throws {
        data += Data("\"\(name)\":[".utf8)
        for (position, entry) in entries.enumerated() {
            data += Data((position == 0 ? "\n" : ",\n").utf8)
            data += try encoder.encode(entry)
        }
        data += Data((entries.isEmpty ? "],\n" : "\n],\n").utf8)
    }

    private static func checksum(of data: Data) -> String {
        SHA256.hash(data).hexadecimal
    }

    // MARK: Reading

    /// Decodes a file that is complete and has only valid entries.
    ///
    /// Settings that this version does not know stay in the archive; unknown keys are ignored. White space after the
    /// object is ignored; any other changed byte is an error.
    ///
    /// - Throws: ``DataError`` with an ``ArchiveError`` as its `underlying`.
    package static func decode(_ data: Data, maximumBytes: Int = ArchiveCoder.maximumBytes) throws(DataError) -> Archive
    {
        guard data.count <= maximumBytes else { throw ArchiveError.tooLarge(maximumBytes: maximumBytes).error }
        guard data.starts(with: opening) else { throw ArchiveError.notAnArchive.error }
        let text = data.prefix(upTo: (data.lastIndex { !isWhiteSpace($0) } ?? data.startIndex) + 1)
        let ending = checksumOpening.count + checksumCount + closing.count
        guard text.count > opening.count + ending, text.suffix(closing.count) == closing else {
            throw ArchiveError.damaged.error
        }
        let content = text.dropLast(ending)
        let stated = text.suffix(ending).dropLast(closing.count)
        // Of every version: the checksum stands last and is about all bytes in front of it.
        guard stated == checksumOpening + Data(checksum(of: content).utf8) else { throw ArchiveError.damaged.error }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let archive: Archive
        do {
            let version = try decoder.decode(Version.self, from: text).version
            guard version <= currentVersion else { throw ArchiveError.tooNew(version: version).error }
            guard version > 0 else { throw ArchiveError.invalid("version").error }
            let file = try decoder.decode(Content.self, from: text)
            var content = Archive(
                date: file.date, statuses: file.statuses, posts: file.posts, sources: file.sources,
                settings: file.settings)
            content.marks = file.marks ?? []
            content.extras = try fields(of: file.extras ?? [])
            content.drafts = file.drafts ?? []
            archive = content
        } catch let error as DataError {
            throw error
        } catch let error as DecodingError {
            throw ArchiveError.invalid(path(of: error)).error
        } catch {
            throw ArchiveError.damaged.error
        }
        _ = try archive.checked()
        return archive
    }

    /// The part of a file that every version has, which is read first.
    private struct Version: Decodable {
        let version: Int
    }

    private struct Content: Decodable {
        let date: Date
        let statuses: [PostStatus]
        /// The marks of comments and of accounts; `nil` in files without any, such as those of earlier versions.
        let marks: [OwnedMarks]?
        let posts: [Post]
        /// The extra fields of posts; `nil` in files without any, such as those of earlier versions.
        let extras: [Extras]?
        /// The drafts; `nil` in files without any, such as those of earlier versions.
        let drafts: [Draft]?
        let sources: [ArchivedSource]
        let settings: [ArchivedSetting]
    }

    /// Fields that only one site has, as a text of JSON: so no digit of a number is lost, and no order of names.
    private struct Extras: Codable {
        let id: Post.ID
        let fields: String
    }

    private static func fields(of entries: [Extras]) throws(DataError) -> [Post.ID: RawJSON] {
        var fields: [Post.ID: RawJSON] = [:]
        for (index, entry) in entries.enumerated() {
            do throws(DataError) {
                let value = try RawJSON(entry.fields)
                fields[entry.id] = fields[entry.id].map { $0.merging(value) } ?? value
            } catch {
                throw ArchiveError.invalid("extras.\(index).fields").error
            }
        }
        return fields
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    /// The path of an invalid value in the object, such as `statuses.3.id`.
    private static func path(of error: DecodingError) -> String {
        let path: [any CodingKey] =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            @unknown default: []
            }
        return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
