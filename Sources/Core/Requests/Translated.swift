/// Does some work of another layer, and says its failures in the words of this one.
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - work: The work.
/// - Returns: What it returns.
/// - Throws: `CancellationError` untouched; ``DataError`` for everything else.
func translated<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
) async throws -> Result {
    do {
        return try await work()
    } catch let error as CancellationError {
        throw error
    } catch  where error.isCancellation {
        throw CancellationError()
    } catch {
        throw DataError(error)
    }
}

/// Asks a backend, and says that it was cancelled in the one way that everybody here looks for.
///
/// A backend of an app's own that calls a URL session says it in the session's words (`URLError.cancelled`).
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - work: The question.
/// - Returns: What it returns.
/// - Throws: `CancellationError` for cancellation in whatever words; everything else untouched.
package func asking<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
) async throws -> Result {
    do {
        return try await work()
    } catch  where error.isCancellation {
        throw CancellationError()
    }
}
