import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// One background refresh, as a timer of the system runs it.
struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Refreshes every feed that was listed before and every source.",
        discussion: """
            One run, for a timer of the system or by hand: every one of them is asked for, fresh or not, that which
            waits longest first. It ends when its time is up, and keeps what came.
            """)

    @OptionGroup var options: ReaderOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time limit in seconds: more than 0, at most 86400.", valueName: "seconds")
    )
    var deadline = 25.0

    func validate() throws {
        guard deadline.isFinite, deadline > 0, deadline <= 86_400 else {
            throw ValidationError("--deadline is a number of seconds, more than 0 and at most 86400.")
        }
    }

    func run() async throws {
        let deadline = Duration.milliseconds(Int64((deadline * 1000).rounded(.up)))
        try await Session.run(options, limitsEachRequest: true, sends: true) { session in
            let model = BackgroundRefreshViewModel(format: PostFormat.chosen())
            await model.refresh(deadline: deadline)
            guard let report = model.state.value.report else { throw DataError(.unknown) }
            // The disk failed: that is no answer, whatever the network said.
            if report.result.isFailure, let error = report.firstError, error.path != nil { throw error }
            try RefreshPrinter(session: session).print(report)
            if report.result.isFailure { throw ExitStatus.unavailable }
        }
    }
}
