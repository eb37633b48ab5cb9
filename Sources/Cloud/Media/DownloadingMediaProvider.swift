public import Core
import Foundation
import Synchronization

/// Fetches media files over a ``Downloader``, as politely as ``NetworkRequestProvider`` asks for everything else.
///
/// - ``RateGovernor`` says when a host may be asked; a file counts as one request for as long as it comes. Give it the
///   governor of the app's other requests: they share their hosts' budgets.
/// - ``RetryPolicy`` says what is sent again and when. A try that has brought the file a good deal further does not count
///   as one, so that a network which breaks every few minutes gets there in the end.
/// - Every try is told to the ``Core/ConnectivityProvider``, and what is held back, sent again or lost to the activity log.
/// - Files are asked for without a token, wherever they lie: posts come from anybody.
///
/// A server that keeps silent is `timedOut`; the time for everything is the caller's to keep, by cancelling. What came of a
/// file stays beside its place, and is gone on from where the server allows it.
///
/// Safe from any thread. The only state is what is under way.
public final class DownloadingMediaProvider: OnlineMediaProvider {
    private let endpoints: any EndpointProvider
    private let downloader: Downloader
    private let governor: RateGovernor
    private let retry: RetryPolicy
    private let silence: Duration
    private let patience: Duration?
    private let connectivity: (any ConnectivityProvider)?
    private let time: any TimeProvider
    private let random: any RandomSource
    private let diary: TryDiary

    /// How many bytes a try has to bring so that it does not count as one.
    private static let stride = 1 << 18

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - endpoints: Where links lead; the registered one by default.
    ///   - downloader: What writes files, and asks for them over its transport.
    ///   - governor: Who says when a host may be asked; `nil`, the default, for one of its own that forgets with it.
    ///   - retry: When a failed try is made again.
    ///   - silence: How long a server may keep silent, 30 seconds by default.
    ///   - patience: How long a try waits for its host's turn, also when nobody waits for it; one that would wait longer
    ///     is `rateLimited` at once. `nil`, the default, for as long as it takes.
    ///   - recorder: Who is told what was held back, sent again or lost; `nil` for the registered one, else nobody.
    ///   - connectivity: Who learns from how each try ends; `nil` for the registered one, else nobody.
    ///   - time: Where pauses are measured; the registered one by default, else the system's.
    ///   - random: Where the jitter of pauses comes from; the registered one by default, else the system's.
    public init(
        endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self),
        downloader: Downloader = Downloader(), governor: RateGovernor? = nil, retry: RetryPolicy = RetryPolicy(),
        silence: Duration = .seconds(30), patience: Duration? = nil, recorder: (any ActivityRecorder)? = nil,
        connectivity: (any ConnectivityProvider)? = nil,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider()),
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) {
        let recorder = recorder ?? Dependency.registered((any ActivityRecorder).self)
        self.endpoints = endpoints
        self.downloader = downloader
        self.governor = governor ?? RateGovernor(recorder: recorder, time: time, random: random)
        self.retry = retry
        self.silence = silence
        self.patience = patience
        self.connectivity = connectivity ?? Dependency.registered((any ConnectivityProvider).self)
        self.time = time
        self.random = random
        diary = TryDiary(recorder: recorder, time: time)
    }

    /// Fetches a file, or what is missing of it.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - path: Where the file goes.
    ///   - maximumBytes: The largest file that is taken.
    ///   - priority: Who waits; a person is told at once when that would be for more than some seconds.
    ///   - progress: Hears how many bytes are there, those of earlier tries included; quick, and on any thread.
    /// - Returns: The bytes of the file.
    /// - Throws: `NetworkError`, code `tooLarge` for what is larger; `FileError`; `DataError` with the code `invalidInput`
    ///   for what cannot be asked for, `superseded` while the same file is being fetched already; `CancellationError`.
    public func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        try Task.checkCancellation()
        var request = try endpoints.request(for: link)
        request.priority = priority
        request.timeout = silence
        let host = HostKey(request.url)
        let ticket = governor.open(host, fairnessKey: nil, urgency: Urgency(priority: priority, version: 0))
        defer { governor.close(ticket) }
        let line = GovernedTransport(
            downloader.transport, governor: governor, ticket: ticket, priority: priority, patience: patience)
        let job = DownloadRequest(request, to: path, maximumBytes: maximumBytes)
        return try await perform(job, over: line, host: host, progress: progress)
    }

    private func perform(
        _ job: DownloadRequest, over line: GovernedTransport, host: HostKey, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        let priority = job.request.priority
        let received = Mutex(0)
        var (attempt, furthest, lastError) = (1, 0, NetworkError?.none)
        while true {
            do {
                try await line.admit()
                if let lastError, RetryPolicy.pausesHost(lastError) {
                    // Only now is it certain that it is sent again; until then it was held back.
                    diary.recordRetry(lastError, of: host, priority: priority, in: .zero)
                }
                let bytes = try await self.attempt(job, over: line) { count in
                    received.withLock { $0 = max($0, count) }
                    progress(count)
                }
                return bytes
            } catch let refusal as RateRefusal {
                let error = lastError.map { $0.waiting(atLeast: refusal.retryAfter) } ?? refusal.error
                diary.recordRefusal(refusal, of: host, error: error)
                throw error
            } catch let error as NetworkError {
                let error = line.pause.map { error.retryAfter == nil ? error.waiting(atLeast: $0) : error } ?? error
                if let other = line.answeringHost, other != host, RetryPolicy.pausesHost(error) {
                    // Where a redirect led, nobody keeps that pause: the next try would go straight there again.
                    diary.recordFailure(error, of: other, priority: priority)
                    throw error
                }
                let count = received.withLock { $0 }
                if count - furthest >= Self.stride { (attempt, furthest) = (1, count) }
                guard let pause = retry.pause(before: attempt, of: job.request, after: error, random: random) else {
                    diary.recordFailure(error, of: host, priority: priority)
                    throw error
                }
                if !RetryPolicy.pausesHost(error) {
                    diary.recordRetry(error, of: host, priority: priority, in: pause)
                    try await time.sleep(for: pause)
                }
                (lastError, attempt) = (error, attempt + 1)
            }
        }
    }

    /// One try, admitted already.
    private func attempt(
        _ job: DownloadRequest, over line: GovernedTransport, progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        // What failed before it was sent has had no turn.
        defer { line.giveBack() }
        do {
            let receipt = try await downloader.download(job, over: line) { progress($0.receivedBytes) }
            connectivity?.requestEnded(with: nil)
            return receipt.bytes
        } catch let error as NetworkError {
            connectivity?.requestEnded(with: error)
            throw error
        } catch {
            // A disk that failed says that the server was there.
            if error is FileError, line.answeringHost != nil { connectivity?.requestEnded(with: nil) }
            throw error
        }
    }
}
