import Foundation

/// Says how many bytes texts have as they are stored: as JSON.
struct PackScale: Sendable {
    // A thread of thousands of comments takes milliseconds: not on Swift's cooperative threads.
    private let worker = FileWorker("Lantern.PackScale")

    /// The bytes of each post.
    func bytes(of posts: [Post]) async throws -> [Int] {
        guard !posts.isEmpty else { return [] }
        return try await worker.run { try Self.sizes(of: posts) }
    }

    /// The bytes of some comments, together.
    func bytes(of comments: [Comment]) async throws -> Int {
        try await worker.run { try Self.sizes(of: comments).reduce(0, +) }
    }

    private static func sizes(of values: [some Encodable]) throws -> [Int] {
        let encoder = JSONEncoder()
        // A damaged number is worth a few bytes, and no reason to fail.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "", negativeInfinity: "", nan: "")
        return try values.map { try encoder.encode($0).count }
    }
}
