import Foundation

/// What an upload's entry has as its payload, beside the files.
struct UploadPart: Codable {
    /// The place of its first file among all of the intent.
    var first: Int
}

/// What a finished upload gave, as one text: the result of its entry.
enum UploadResult {
    private static let prefix = "paths:"

    static func text(_ paths: [String]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Texts always have a form in JSON.
        let data = (try? encoder.encode(paths)) ?? Data("[]".utf8)
        return prefix + String(decoding: data, as: UTF8.self)
    }

    /// The paths of a result; `nil` for what no upload gave.
    static func paths(in text: String) -> [String]? {
        guard text.hasPrefix(prefix) else { return nil }
        // What is not of this form was made by something else.
        return try? JSONDecoder().decode([String].self, from: Data(text.dropFirst(prefix.count).utf8))
    }
}

extension OwnIntent {
    /// The ids of the entries that upload its files, by which the same files are never uploaded twice for one account: also
    /// not where the intent was given up and is queued anew.
    func uploadIDs(as account: AccountKey) -> [OutboxEntry.ID] {
        // Without a kind of upload its own request sends them.
        guard uploadKind != nil else { return [] }
        return uploadSlices.map { slice in
            let parts = [
                "upload", account.description, uploadKind?.rawValue ?? "", target?.description ?? "",
                "\(slice.startIndex)",
            ]
            return OutboxEntry.ID(hashing: (parts + slice.map(\.id)).joined(separator: "\u{1}"))
        }
    }

    /// The entries that upload its files.
    ///
    /// - Parameters:
    ///   - account: The account that uploads.
    ///   - now: The moment.
    /// - Returns: The entries, in the order of the files.
    /// - Throws: `EncodingError`, never in fact.
    func uploads(as account: AccountKey, at now: OutboxTime) throws -> [OutboxEntry] {
        guard let uploadKind else { return [] }
        return try zip(uploadIDs(as: account), uploadSlices).map { id, slice in
            let payload = try RawJSON(try JSONEncoder().encode(UploadPart(first: slice.startIndex))).canonical
            return OutboxEntry(
                id: id, account: account, kind: OutboxEntry.Kind(rawValue: uploadKind.rawValue), payload: payload,
                target: target, field: "upload", thing: id.rawValue, policy: UploadKind.policy, files: Array(slice),
                at: now)
        }
    }

    /// The files of each call.
    private var uploadSlices: [ArraySlice<UploadFile>] {
        stride(from: 0, to: files.count, by: max(1, filesPerUpload)).map {
            files[$0..<min($0 + max(1, filesPerUpload), files.count)]
        }
    }
}

extension OwnIntentSender {
    /// Uploads the files of an entry.
    func upload(
        by kind: UploadKind, _ request: OutboxRequest, _ writer: OutboxWriter
    ) async throws -> OutboxAnswer {
        guard let uploads else { return .refused(OutboxEntry.Reason(DataError.noUploads)) }
        let entry = request.entry
        let first = try JSONDecoder().decode(UploadPart.self, from: Data(entry.payload.text.utf8)).first
        var files: [UploadRequest.File] = []
        for (index, file) in entry.files.enumerated() {
            do {
                files.append(UploadRequest.File(file, number: first + index, data: try await uploads.data(of: file)))
            } catch let error as DataError where [.fileMissing, .malformed].contains(error.code) {
                // It stays so, however often it is tried.
                return .refused(OutboxEntry.Reason(error))
            } catch {
                guard !error.isCancellation else { throw CancellationError() }
                // Not a byte went out.
                return .later(OutboxEntry.Reason(error), scope: .entry, after: nil, until: nil)
            }
        }
        let call = UploadRequest(
            files, id: OutboxItem.ID(rawValue: entry.id.rawValue), as: entry.account, about: request.target,
            by: writer.requests)
        let progress = BodyProgress { uploads.tell(entry.id, $0, of: $1) }
        defer { uploads.ended(entry.id) }
        let paths = try await BodyProgress.$current.withValue(progress) { try await kind.send(call) }
        guard !paths.isEmpty else {
            throw DataError(.malformed, message: "The server took the files and named none of them.")
        }
        return .done(result: UploadResult.text(paths), value: nil)
    }
}

extension OutboxEntry.ID {
    /// The id that a text has: always the same one.
    init(hashing text: String) {
        let hash = SHA256.hash(Data(text.utf8))
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(high: word(hash[0..<8]), low: word(hash[8..<16]))
    }
}
