/// A file that a pack is about, and who has it.
struct PackFile: PackPart {
    let link: ResourceLink
    let role: MediaRole
    /// How large it may be.
    var largest: Int
    /// The posts of the pack that have it, in their order.
    var holders: [Post.ID]
}

extension MediaProvider {
    /// Keeps a file for all posts that have it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - priority: Who waits.
    /// - Returns: The bytes of the file.
    /// - Throws: `CancellationError`; ``PackRefusal`` when it cannot be had.
    func keep(_ file: PackFile, priority: RequestPriority) async throws -> Int {
        var bytes = 0
        for holder in file.holders {
            let receipt: MediaReceipt
            do {
                receipt = try await keep(
                    [MediaPlan.Item(file.link, as: file.role)], of: holder, maximumBytes: file.largest,
                    priority: priority)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw PackRefusal(error: DataError(error))
            }
            if let missing = receipt.missing.first { throw PackRefusal(missing.reason) }
            bytes = receipt.held.bytes
        }
        return bytes
    }
}

extension PackRefusal {
    fileprivate init(_ reason: MediaReceipt.Reason) {
        let code: ErrorCode =
            switch reason {
            case .gone: .notFound
            case .tooLarge: .tooLarge
            case .refused: .forbidden
            case .broken: .malformed
            case .waiting: .offline
            }
        self.init(error: DataError(code, isRetryable: reason == .waiting))
    }
}
