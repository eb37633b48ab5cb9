public import Core

extension MockImageCacheProvider {
    /// Is recorded.
    public func clearMemory() async { await record(onClearMemory) }

    /// Is recorded.
    public func clearDisk() async { await record(onClearDisk) }

    /// Is recorded.
    public func removeExpired() async { await record(onRemoveExpired) }

    /// Is recorded.
    public func handleMemoryWarning() {
        do {
            try onHandleMemoryWarning.answerNow(to: ())
        } catch {
            // A cache cannot fail: a scripted error means the same as none.
        }
    }

    /// Is recorded.
    public func flush() async { await record(onFlush) }

    /// Answers as ``onTrimDisk`` says.
    ///
    /// - Parameters:
    ///   - maximumBytes: How much they may take.
    ///   - isDryRun: Whether it is only to be said what would go.
    /// - Returns: The scripted amount.
    public func trimDisk(toBytes maximumBytes: Int, isDryRun: Bool) async -> FileUsage {
        do {
            return try await onTrimDisk.answer(to: TrimCall(maximumBytes, isDryRun: isDryRun))
        } catch {
            return FileUsage()  // A cache cannot fail: a scripted error means that nothing went.
        }
    }

    /// Answers as ``onUsage`` says.
    ///
    /// - Returns: The scripted usage.
    public func usage() async -> ImageCacheUsage {
        do {
            return try await onUsage.answer(to: ())
        } catch {
            return ImageCacheUsage()  // A cache cannot fail: a scripted error means that nothing is known.
        }
    }

    private func record(_ method: MockMethod<Void, Void>) async {
        do {
            try await method.answer(to: ())
        } catch {
            // A cache cannot fail: a scripted error means the same as none.
        }
    }
}
