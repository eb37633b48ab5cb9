import Foundation

/// Calculates how many bytes posts and comments take as JSON.
struct StoredSizeCalculator: Sendable {
    // A thread of thousands of comments takes milliseconds, which is too long for Swift's cooperative threads.
    private let worker = FileWorker("Lantern.StoredSizeCalculator")

    /// Calculates the bytes of each post.
    func bytes(of posts: [Post]) async throws -> [Int] {
        guard !posts.isEmpty else { return [] }
        return try await worker.run { try Self.sizes(of: posts) }
    }

    /// Calculates the bytes of some comments together.
    func bytes(of comments: [Comment]) async throws -> Int {
        try await worker.run { try Self.sizes(of: comments).reduce(0, +) }
    }

    private static func sizes(of values: [some Encodable]) throws -> [Int] {
        let encoder = JSONEncoder()
        // A number that JSON cannot hold counts a few bytes.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "", negativeInfinity: "", nan: "")
        return try values.map { try encoder.encode($0).count }
    }
}
