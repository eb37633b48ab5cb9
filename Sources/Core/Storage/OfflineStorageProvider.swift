public import Foundation

/// What the database knows of its own size, and of the posts that could be let go of.
///
/// Contract:
/// - A report adds up to the files that are there at that moment, to the byte; what is written meanwhile may be in it or
///   not.
/// - ``posts()`` names every stored post once. What it says that a post takes is what a report says less of the kinds
///   `posts` and `comments` once the post is evicted.
/// - Safe from any thread; the work is done on threads of its own.
public protocol OfflineStorageProvider: Sendable {
    /// What lies on the disk, by kind.
    ///
    /// - Returns: The report.
    /// - Throws: A ``CodedError`` when the disk cannot be read.
    func report() async throws -> StorageReport

    /// Every stored post, as far as somebody has to know it who lets posts go.
    ///
    /// - Returns: The posts, in no order.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func posts() async throws -> [RetentionCandidate]

    /// What ``OfflinePostProvider/forgetMarks(before:)`` would remove.
    ///
    /// - Parameters:
    ///   - date: Marks that were last changed before this go.
    ///   - gone: Posts to be taken for evicted.
    /// - Returns: How many marks, and their bytes.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func forgettableMarks(before date: Date, without gone: Set<Post.ID>) async throws -> RetentionReport.Amount
}
