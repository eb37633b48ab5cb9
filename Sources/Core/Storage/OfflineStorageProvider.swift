public import Foundation

/// The database's knowledge of its own size, and of the posts that could be evicted.
///
/// Contract:
/// - A report adds up to the files that are there at that moment, to the byte; what is written meanwhile may be in it
///   or not.
/// - ``posts()`` names every stored post once. What it says that a post takes is what a report says less of the kinds
///   `posts` and `comments` once the post is evicted.
/// - Safe from any thread; the work is done on threads of its own.
public protocol OfflineStorageProvider: Sendable {
    /// Returns the files and bytes on the disk, by kind.
    ///
    /// - Returns: The report.
    /// - Throws: A ``CodedError`` when the disk cannot be read.
    func report() async throws -> StorageReport

    /// Returns every stored post with what decides whether it is evicted.
    ///
    /// - Returns: The posts, in no order.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func posts() async throws -> [RetentionCandidate]

    /// Returns how many marks ``OfflinePostProvider/forgetMarks(before:)`` would delete.
    ///
    /// - Parameters:
    ///   - date: Marks that were last changed before this count.
    ///   - gone: Posts to be treated as evicted.
    /// - Returns: The number of marks, and their bytes.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func forgettableMarks(before date: Date, without gone: Set<Post.ID>) async throws -> RetentionReport.Amount
}
