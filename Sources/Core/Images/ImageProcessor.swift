public import Foundation

/// Makes pictures fit to be sent: no larger than a server takes.
///
/// Contract:
/// - A picture that is small enough already comes back as it is.
/// - Safe from any thread; the work is done on threads of its own.
public protocol ImageProcessor: Sendable {
    /// A picture that is no larger than allowed.
    ///
    /// - Parameters:
    ///   - picture: The whole image file.
    ///   - maximumBytes: How large it may be.
    /// - Returns: The whole image file, of the same picture.
    /// - Throws: ``DataError``: `tooLarge` when even the lowest quality is too large, `invalidInput` for what is no
    ///   picture; `CancellationError`.
    func shrink(_ picture: Data, to maximumBytes: Int) async throws -> Data
}
