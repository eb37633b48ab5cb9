import Cloud
import Core
import Foundation

/// The call that uploads the pictures of a post or a message, as the outbox makes it.
struct PictureUpload: Sendable {
    private let requests: CommunityRequests

    init(_ requests: CommunityRequests) { self.requests = requests }

    /// Uploads pictures.
    ///
    /// - Parameters:
    ///   - request: The pictures, one to five.
    ///   - room: The room; `nil` for a post.
    ///   - call: The call, which says what a status means.
    /// - Returns: Their paths, in their order.
    /// - Throws: `DataError` with the sentence of the status, and for an answer that does not name all of them;
    ///   `CancellationError`.
    func send(_ request: UploadRequest, to room: String?, of call: CommunityCall) async throws -> [String] {
        let upload = try requests.upload(request.files.map { ($0.number, $0.data) }, to: room)
        let paths: [String]
        do {
            let answer = try await request.requests.response(to: upload).json()
            paths = answer["files"]?.elements?.compactMap(\.filledText) ?? []
        } catch {
            guard !(error is CancellationError) else { throw error }
            throw CommunityCall.spoken(error, of: call)
        }
        // With another number nobody knows which path is whose.
        guard paths.count == request.files.count, Set(paths).count == paths.count else {
            throw DataError(.malformed, message: "The server did not name all pictures. Try again later.")
        }
        return paths
    }
}
