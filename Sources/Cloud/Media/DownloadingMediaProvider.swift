public import Core
import Foundation
import Synchronization

/// A provider that downloads media files, within the limits of the rate governor and with retries.
///
/// - ``RateGovernor`` says when a host may be asked; a file counts as one request for as long as it comes. Give it the
///   governor of the app's other requests: they share their hosts' budgets.
/// - ``RetryPolicy`` says what is sent again and when. A try that has brought the file a good deal further does not
///   count as one, so that a network which breaks every few minutes gets there in the end.
/// - The ``Core/ConnectivityProvider`` learns how every attempt ends, and what is held back, retried or lost is in the
///   activity log.
/// - Files are asked for without a token, wherever they lie: posts come from anybody.
///
/// A server that keeps silent is `timedOut`; the time for everything is the caller's to keep, by cancelling. What came
/// of a file stays beside its place, and is gone on from where the server allows it.
///
/// Safe from any thread. The only state is what is under way.
public final class DownloadingMediaProvider: OnlineMediaProvider {
    private let endpoints: any EndpointProvider
    private let downloader: Downloader
    private let governor: RateGovernor
    private let configuration: Configuration
    private let connectivity: (any ConnectivityProvider)?
    private let time: any TimeProvider
    private let random: any RandomSource
    private let log: RequestActivityRecorder

    /// The number of bytes after which a failed attempt does not count as one.
    private static let stride = 1 << 18

    /// The retries and time limits of a ``DownloadingMediaProvider``.
    public struct Configuration: Sendable, Hashable {
        /// The policy by which a failed try is repeated.
        package var retry: RetryPolicy
        /// The longest time that a server may keep silent; 30 seconds by default.
        package var silence: Duration
        /// The longest time that a try waits for its host's queue slot; `nil`, the default, for as long as it takes.
        ///
        /// A try that would wait longer is `rateLimited` at once, also when no person waits for it.
        package var patience: Duration?

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - retry: The policy by which a failed try is repeated.
        ///   - silence: The longest time that a server may keep silent; 30 seconds by default.
        ///   - patience: The longest time that a try waits for its host's queue slot; no limit by default.
        public init(
            retry: RetryPolicy = RetryPolicy(), silence: Duration = .seconds(30), patience: Duration? = nil
        ) {
            self.retry = retry
            self.silence = silence
            self.patience = patience
        }
    }

    /// Creates a provider that tells the registered activity recorder and connectivity provider how downloads go.
    ///
    /// - Parameters:
    ///   - endpoints: The provider that resolves links; the registered one by default.
    ///   - downloader: The downloader that asks for the files and writes them.
    ///   - governor: The rate governor; `nil`, the default, for one of its own that lives as long as the provider.
    ///   - configuration: The retries and time limits.
    ///   - time: The clock of pauses; the registered one by default, else the system's.
    public convenience init(
        endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self),
        downloader: Downloader = Downloader(), governor: RateGovernor? = nil,
        configuration: Configuration = Configuration(),
        time: any TimeProvider = Dependency.clock
    ) {
        self.init(
            endpoints: endpoints, downloader: downloader, governor: governor, configuration: configuration,
            services: RequestServices(time: time))
    }

    package init(
        endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self),
        downloader: Downloader = Downloader(), governor: RateGovernor? = nil,
        configuration: Configuration = Configuration(), services: RequestServices
    ) {
        self.endpoints = endpoints
        self.downloader = downloader
        self.governor = governor ?? RateGovernor(services: services)
        self.configuration = configuration
        connectivity = services.connectivity
        time = services.time
        random = services.random
        log = RequestActivityRecorder(recorder: services.recorder, time: services.time)
    }

    public func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int {
        try Task.checkCancellation()
        var request = try endpoints.request(for: link)
        request.priority = priority
        request.timeout = configuration.silence
        let host = HostKey(request.url)
        let ticket = governor.open(host, fairnessKey: nil, urgency: Urgency(priority: priority, version: 0))
        defer { governor.close(ticket) }
        let line = GovernedTransport(
            downloader.transport, governor: governor, ticket: ticket, priority: priority,
            patience: configuration.patience)
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
                    log.recordRetry(lastError, of: host, priority: priority, in: .zero)
                }
                let bytes = try await self.attempt(job, over: line) { count in
                    received.withLock { $0 = max($0, count) }
                    progress(count)
                }
                return bytes
            } catch let refusal as RateRefusal {
                let error = lastError.map { $0.waiting(atLeast: refusal.retryAfter) } ?? refusal.error(isUnsent: true)
                log.recordRefusal(refusal, of: host, error: error)
                throw error
            } catch let error as NetworkError {
                let error = line.pause.map { error.retryAfter == nil ? error.waiting(atLeast: $0) : error } ?? error
                if let other = line.answeringHost, other != host, RetryPolicy.pausesHost(error) {
                    // Where a redirect led, nobody keeps that pause: the next try would go straight there again.
                    log.recordFailure(error, of: other, priority: priority)
                    throw error
                }
                let count = received.withLock { $0 }
                if count - furthest >= Self.stride { (attempt, furthest) = (1, count) }
                guard
                    let pause = configuration.retry.pause(
                        before: attempt, of: job.request, after: error, random: random)
                else {
                    log.recordFailure(error, of: host, priority: priority)
                    throw error
                }
                if !RetryPolicy.pausesHost(error) {
                    log.recordRetry(error, of: host, priority: priority, in: pause)
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
