/// Performs work of a lower layer, and translates its errors to ``DataError``.
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - work: The work.
/// - Returns: The result of the work.
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

/// Calls a backend, and rethrows every form of cancellation as `CancellationError`.
///
/// A backend of an app's own that calls a URL session throws `URLError.cancelled`.
///
/// - Parameters:
///   - isolation: The caller's actor; leave it out.
///   - work: The call to the backend.
/// - Returns: The result of the work.
/// - Throws: `CancellationError` for every form of cancellation; everything else untouched.
package func normalizingCancellation<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
) async throws -> Result {
    do {
        return try await work()
    } catch  where error.isCancellation {
        throw CancellationError()
    }
}
