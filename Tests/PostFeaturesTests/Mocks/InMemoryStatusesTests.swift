import Core
import Foundation
import Mocks
import Testing

/// The statuses of the stores in memory.
struct InMemoryStatusesTests {
    @Test(arguments: OfflineStatusProviderContract.checks)
    func keepsTheContract(_ check: OfflineStatusProviderContract.Check) async {
        await OfflineStatusProviderContract {
            let posts = InMemoryOfflinePostProvider(time: ManualClock())
            let comments = InMemoryOfflineCommentProvider(posts: posts)
            return OfflineStatusProviderContract.Providers(
                statuses: posts, posts: { InMemoryOfflinePostProvider(sharing: posts, owner: $0) },
                comments: { InMemoryOfflineCommentProvider(sharing: comments, owner: $0) })
        }.run(check)
    }

    @Test(arguments: OfflinePostProviderContract.checks)
    func aProviderOfAnAccountKeepsTheContractOfPostsToo(_ check: OfflinePostProviderContract.Check) async {
        let owner = MarkOwner.account(AccountKey(site: .demo, name: "t2_anna"))
        await OfflinePostProviderContract { InMemoryOfflinePostProvider(owner: owner) }.run(check)
    }
}
