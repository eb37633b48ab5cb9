import Synchronization

/// The handle of one observation: it ends when the token is cancelled or released.
///
/// Keep it for as long as you want to be called. Both ways of ending are safe from any thread; on the main actor no
/// call comes after ``cancel()`` has returned.
public final class ObservationToken: Sendable {
    private let onCancel: Mutex<(@Sendable () -> Void)?>

    /// Creates a token.
    ///
    /// - Parameter onCancel: Called once, by whichever comes first of ``cancel()`` and the release of the token.
    public init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Mutex(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends the observation.
    ///
    /// Calling it again does nothing.
    public func cancel() {
        let action = onCancel.withLock { onCancel in
            defer { onCancel = nil }
            return onCancel
        }
        action?()
    }
}
